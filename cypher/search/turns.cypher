// search.turns: who speaks in episodes and where, and the turns beside them that pass the filters, those turns too
// mode: read
// param namespace STRING - tenant
// param kinds LIST<STRING> - kinds of episodes
// param archived LIST<BOOLEAN> - states to look at
// param from_ms INTEGER - first instant of the window of time
// param to_ms INTEGER - end of the window of time, exclusive
// param known_ms INTEGER - recorded time
// param session_id STRING | NULL - session, or any
// param conversation_id STRING | NULL - conversation, or any
// param episode_ids LIST<STRING> - episodes
// column episode_id STRING
// column role STRING | NULL
// column session_id STRING | NULL
// column word_count INTEGER
// column neighbors LIST<STRING>
// column words_around INTEGER
UNWIND $episode_ids AS episode_id
MATCH (e:Episode {namespace: $namespace, episode_id: episode_id})
CALL (e) {
  RETURN e AS m
  UNION
  MATCH (e)-[:NEXT]-(m)
  RETURN m
}
WITH DISTINCT m
WHERE m.namespace = $namespace AND m.kind IN $kinds AND m.archived IN $archived
  AND m.occurred_at_ms >= $from_ms AND m.occurred_at_ms < $to_ms AND m.recorded_at_ms <= $known_ms
  AND ($session_id IS NULL OR m.session_id = $session_id)
  AND ($conversation_id IS NULL OR m.conversation_id = $conversation_id)
WITH m, COLLECT {
  MATCH (m)-[:NEXT]-(o)
  // behind a barrier, or a young store may look the namespace up for every turn
  WITH o
  WHERE o.namespace = $namespace AND o.kind IN $kinds AND o.archived IN $archived
    AND o.occurred_at_ms >= $from_ms AND o.occurred_at_ms < $to_ms AND o.recorded_at_ms <= $known_ms
    AND ($session_id IS NULL OR o.session_id = $session_id)
    AND ($conversation_id IS NULL OR o.conversation_id = $conversation_id)
  RETURN o
} AS beside
RETURN m.episode_id AS episode_id, m.role AS role, m.session_id AS session_id, m.word_count AS word_count,
  [o IN beside | o.episode_id] AS neighbors, reduce(total = 0, o IN beside | total + o.word_count) AS words_around
