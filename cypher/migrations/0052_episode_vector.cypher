// migrations.0052_episode_vector: episodes by meaning, with the filters inside, and neighbours enough to find the nearest
// mode: schema
// param options MAP - dimension of the embedder, cosine, quantization off
CYPHER 25
CREATE VECTOR INDEX episode_vector IF NOT EXISTS FOR (e:Episode) ON (e.embedding)
WITH [e.namespace, e.kind, e.session_id, e.conversation_id, e.archived, e.occurred_at_ms, e.recorded_at_ms]
OPTIONS $options
