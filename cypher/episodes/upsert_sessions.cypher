// episodes.upsert_sessions: create sessions or take their locks in the order of their ids
// mode: write
// param namespace STRING - tenant
// param rows LIST<MAP> - session_id, started_at, started_at_ms; sorted by id
// column session_id STRING
// column conversation_id STRING | NULL
// column last_turn INTEGER
UNWIND $rows AS row
MERGE (s:Session {namespace: $namespace, session_id: row.session_id})
ON CREATE SET s.last_turn = 0, s.started_at = row.started_at, s.started_at_ms = row.started_at_ms
SET s.namespace = $namespace
RETURN s.session_id AS session_id, s.conversation_id AS conversation_id, s.last_turn AS last_turn
