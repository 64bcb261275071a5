// gists.compare: the gist of a session and its pages by their likeness to a question, exactly
// mode: read
// param namespace STRING - tenant
// param gist_id STRING - gist of the session
// param kinds LIST<STRING> - gist, page
// param conversation_id STRING | NULL - conversation, or any
// param from_ms INTEGER - first instant of the window of time
// param to_ms INTEGER - end of the window of time, exclusive
// param known_ms INTEGER - recorded time
// param vector LIST<FLOAT> - unit vector of the question
// param limit INTEGER - hits at most
// column id STRING
// column cosine FLOAT
MATCH (g:Gist {namespace: $namespace, gist_id: $gist_id})
CALL (g) {
  WITH g WHERE 'gist' IN $kinds
  RETURN g AS n, g.gist_id AS id
  UNION ALL
  MATCH (g)-[:HAS_PAGE]->(p) WHERE 'page' IN $kinds
  RETURN p AS n, p.page_id AS id
}
WITH n, id
WHERE n.occurred_at_ms >= $from_ms AND n.occurred_at_ms < $to_ms AND n.recorded_at_ms <= $known_ms
  AND ($conversation_id IS NULL OR n.conversation_id = $conversation_id)
RETURN id, 2 * vector.similarity.cosine(n.embedding, $vector) - 1 AS cosine
ORDER BY cosine DESC, id LIMIT $limit
