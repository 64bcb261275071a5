// episodes.delete_empty_session: delete a session that holds no episode
// mode: write
// param namespace STRING - tenant
// param session_id STRING - session
// column deleted INTEGER
MATCH (s:Session {namespace: $namespace, session_id: $session_id})
WHERE NOT EXISTS { (s)-[:HAS_EPISODE]->() }
DETACH DELETE s
RETURN count(*) AS deleted
