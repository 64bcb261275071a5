// search.vector_session: episodes of a session nearest to a question
// mode: read
// param namespace STRING - tenant
// param kinds LIST<STRING> - kinds of episodes
// param archived LIST<BOOLEAN> - states to look at
// param from_ms INTEGER - first instant of the window of time
// param to_ms INTEGER - end of the window of time, exclusive
// param known_ms INTEGER - recorded time
// param session_id STRING - session
// param vector LIST<FLOAT> - unit vector of the question
// param fetch INTEGER - hits that the index is asked for: its last ones are a matter of luck
// param limit INTEGER - hits at most
// column episode_id STRING
// column cosine FLOAT
CYPHER 25
MATCH (e:Episode)
SEARCH e IN (VECTOR INDEX episode_vector FOR $vector
  WHERE e.namespace = $namespace AND e.kind IN $kinds AND e.archived IN $archived
    AND e.session_id = $session_id
    AND e.occurred_at_ms >= $from_ms AND e.occurred_at_ms < $to_ms AND e.recorded_at_ms <= $known_ms
  LIMIT $fetch) SCORE AS score
RETURN e.episode_id AS episode_id, 2 * score - 1 AS cosine
ORDER BY cosine DESC, episode_id LIMIT $limit
