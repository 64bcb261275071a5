// gists.list_turns: the turns of a session in order, archived ones too
// mode: read
// param namespace STRING - tenant
// param session_id STRING - session
// column episode_id STRING
// column turn INTEGER
// column kind STRING
// column role STRING | NULL
// column content STRING
// column conversation_id STRING | NULL
// column occurred_at_ms INTEGER
MATCH (e:Episode)
WHERE e.namespace = $namespace AND e.session_id = $session_id AND e.turn IS NOT NULL
RETURN e.episode_id AS episode_id, e.turn AS turn, e.kind AS kind, e.role AS role, e.content AS content,
  e.conversation_id AS conversation_id, e.occurred_at_ms AS occurred_at_ms
ORDER BY e.turn
