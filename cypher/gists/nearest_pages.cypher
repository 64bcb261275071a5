// gists.nearest_pages: pages nearest to a question
// mode: read
// param namespace STRING - tenant
// param from_ms INTEGER - first instant of the window of time
// param to_ms INTEGER - end of the window of time, exclusive
// param known_ms INTEGER - recorded time
// param vector LIST<FLOAT> - unit vector of the question
// param fetch INTEGER - hits that the index is asked for: its last ones are a matter of luck
// param limit INTEGER - hits at most
// column id STRING
// column cosine FLOAT
CYPHER 25
MATCH (p:Page)
SEARCH p IN (VECTOR INDEX page_vector FOR $vector
  WHERE p.namespace = $namespace
    AND p.occurred_at_ms >= $from_ms AND p.occurred_at_ms < $to_ms AND p.recorded_at_ms <= $known_ms
  LIMIT $fetch) SCORE AS score
RETURN p.page_id AS id, 2 * score - 1 AS cosine
ORDER BY cosine DESC, id LIMIT $limit
