// episodes.get: episodes by id
// mode: read
// param namespace STRING - tenant
// param episode_ids LIST<STRING> - ids
// column episode_id STRING
// column content STRING
// column kind STRING
// column role STRING | NULL
// column session_id STRING | NULL
// column conversation_id STRING | NULL
// column turn INTEGER | NULL
// column occurred_at_ms INTEGER
// column recorded_at_ms INTEGER
// column last_accessed_at_ms INTEGER | NULL
// column uses INTEGER
// column importance FLOAT
// column archived BOOLEAN
// column embedding_model STRING
// column windows INTEGER
// column keywords LIST<STRING>
// column tags LIST<STRING>
// column context STRING
// column statements LIST<STRING>
// column metadata STRING
UNWIND $episode_ids AS episode_id
MATCH (e:Episode {namespace: $namespace, episode_id: episode_id})
RETURN e.episode_id AS episode_id, e.content AS content, e.kind AS kind, e.role AS role, e.session_id AS session_id,
  e.conversation_id AS conversation_id, e.turn AS turn, e.occurred_at_ms AS occurred_at_ms,
  e.recorded_at_ms AS recorded_at_ms, e.last_accessed_at_ms AS last_accessed_at_ms, e.uses AS uses,
  e.importance AS importance, e.archived AS archived, e.embedding_model AS embedding_model, e.windows AS windows,
  e.keywords AS keywords, e.tags AS tags, e.context AS context, e.statements AS statements, e.metadata AS metadata
