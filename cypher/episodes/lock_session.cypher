// episodes.lock_session: take the lock of a session that exists
// mode: write
// param namespace STRING - tenant
// param session_id STRING - session
MATCH (s:Session {namespace: $namespace, session_id: $session_id})
SET s.namespace = $namespace
