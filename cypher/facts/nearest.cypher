// facts.nearest: the facts that hold and are nearest to a vector
// mode: read
// param namespace STRING - tenant
// param vector LIST<FLOAT> - unit vector
// param at_ms INTEGER - valid time
// param known_ms INTEGER - recorded time
// param fetch INTEGER - facts that the index is asked for: its last ones are a matter of luck
// param limit INTEGER - facts at most
// param any_time BOOLEAN - neither instant is given: count by the degree
// param to_ms INTEGER - end of the time that counts, exclusive
// column fact_id STRING
// column subject STRING
// column object STRING
// column subject_name STRING
// column object_name STRING
// column cosine FLOAT
// column sources LIST<STRING>
// column subject_passages INTEGER
// column object_passages INTEGER
CYPHER 25
MATCH ()-[f:RELATES_TO]->()
SEARCH f IN (VECTOR INDEX fact_vector FOR $vector
  WHERE f.namespace = $namespace AND f.valid_from_ms <= $at_ms AND f.valid_to_ms > $at_ms
    AND f.recorded_at_ms <= $known_ms AND f.invalidated_at_ms > $known_ms
  LIMIT $fetch) SCORE AS score
WITH f, 2 * score - 1 AS cosine ORDER BY cosine DESC, f.fact_id LIMIT $limit
WITH f, startNode(f) AS s, endNode(f) AS o, cosine
RETURN f.fact_id AS fact_id, s.canonical_name AS subject, o.canonical_name AS object,
  s.name AS subject_name, o.name AS object_name, cosine, f.sources AS sources,
  CASE WHEN $any_time THEN COUNT { (s)<-[:MENTIONS]-() }
    ELSE COUNT { (s)<-[:MENTIONS]-(e:Episode) WHERE e.occurred_at_ms < $to_ms AND e.recorded_at_ms <= $known_ms } END AS subject_passages,
  CASE WHEN $any_time THEN COUNT { (o)<-[:MENTIONS]-() }
    ELSE COUNT { (o)<-[:MENTIONS]-(e:Episode) WHERE e.occurred_at_ms < $to_ms AND e.recorded_at_ms <= $known_ms } END AS object_passages
ORDER BY cosine DESC, fact_id
