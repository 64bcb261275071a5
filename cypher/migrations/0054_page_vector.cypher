// migrations.0054_page_vector: pages of sessions by meaning, with the filters inside
// mode: schema
// param options MAP - dimension of the embedder, cosine, quantization off
CYPHER 25
CREATE VECTOR INDEX page_vector IF NOT EXISTS FOR (p:Page) ON (p.embedding)
WITH [p.namespace, p.session_id, p.conversation_id, p.occurred_at_ms, p.recorded_at_ms]
OPTIONS $options
