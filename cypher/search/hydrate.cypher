// search.hydrate: what ranking and a reader need of hits
// mode: read
// param namespace STRING - tenant
// param episode_ids LIST<STRING> - hits
// column episode_id STRING
// column kind STRING
// column content STRING
// column session_id STRING | NULL
// column occurred_at_ms INTEGER
// column accessed_at_ms INTEGER
// column importance FLOAT
UNWIND $episode_ids AS episode_id
MATCH (e:Episode {namespace: $namespace, episode_id: episode_id})
RETURN e.episode_id AS episode_id, e.kind AS kind, e.content AS content, e.session_id AS session_id,
  e.occurred_at_ms AS occurred_at_ms, coalesce(e.last_accessed_at_ms, e.occurred_at_ms) AS accessed_at_ms,
  e.importance AS importance
