// gists.nearest_of_conversation: gists of a conversation nearest to a question
// mode: read
// param namespace STRING - tenant
// param from_ms INTEGER - first instant of the window of time
// param to_ms INTEGER - end of the window of time, exclusive
// param known_ms INTEGER - recorded time
// param conversation_id STRING - conversation
// param vector LIST<FLOAT> - unit vector of the question
// param fetch INTEGER - hits that the index is asked for: its last ones are a matter of luck
// param limit INTEGER - hits at most
// column id STRING
// column cosine FLOAT
CYPHER 25
MATCH (g:Gist)
SEARCH g IN (VECTOR INDEX gist_vector FOR $vector
  WHERE g.namespace = $namespace AND g.conversation_id = $conversation_id
    AND g.occurred_at_ms >= $from_ms AND g.occurred_at_ms < $to_ms AND g.recorded_at_ms <= $known_ms
  LIMIT $fetch) SCORE AS score
RETURN g.gist_id AS id, 2 * score - 1 AS cosine
ORDER BY cosine DESC, id LIMIT $limit
