// gists.list_vectors: vectors of the turns of a session, in order
// mode: read
// param namespace STRING - tenant
// param session_id STRING - session
// column episode_id STRING
// column embedding LIST<FLOAT>
MATCH (e:Episode)
WHERE e.namespace = $namespace AND e.session_id = $session_id AND e.turn IS NOT NULL
RETURN e.episode_id AS episode_id, e.embedding AS embedding
ORDER BY e.turn
