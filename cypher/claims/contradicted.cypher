// claims.contradicted: claims that are contradicted by what is believed
// mode: read
// param namespace STRING - tenant
// param subjects LIST<STRING> - spellings of a subject; none stands for any
// param predicate STRING | NULL - predicate, or any
// column fact_id STRING
// column subject STRING
// column predicate STRING
// column object STRING
// column from_ms INTEGER
// column to_ms INTEGER
// column source STRING
// column confidence FLOAT
// column contradicts STRING
MATCH (s)-[c:CLAIMS]->(o)
WHERE c.namespace = $namespace AND c.contradicts IS NOT NULL
  AND (size($subjects) = 0 OR c.subject IN $subjects) AND ($predicate IS NULL OR c.predicate = $predicate)
RETURN c.fact_id AS fact_id, s.name AS subject, c.predicate AS predicate, o.name AS object, c.valid_from_ms AS from_ms,
  c.valid_to_ms AS to_ms, c.source AS source, c.confidence AS confidence, c.contradicts AS contradicts
ORDER BY subject, predicate, from_ms, object, source, to_ms
