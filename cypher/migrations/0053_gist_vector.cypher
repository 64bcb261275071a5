// migrations.0053_gist_vector: gists by meaning, with the filters inside
// mode: schema
// param options MAP - dimension of the embedder, cosine, quantization off
CYPHER 25
CREATE VECTOR INDEX gist_vector IF NOT EXISTS FOR (g:Gist) ON (g.embedding)
WITH [g.namespace, g.session_id, g.conversation_id, g.occurred_at_ms, g.recorded_at_ms]
OPTIONS $options
