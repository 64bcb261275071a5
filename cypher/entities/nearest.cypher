// entities.nearest: the entities whose names are nearest to vectors
// mode: read
// param namespace STRING - tenant
// param vectors LIST<LIST<FLOAT>> - unit vectors
// param limit INTEGER - entities for each vector
// param any_time BOOLEAN - neither instant is given: count by the degree
// param to_ms INTEGER - end of the time that counts, exclusive
// param known_ms INTEGER - recorded time
// column row INTEGER
// column canonical_name STRING
// column name STRING
// column cosine FLOAT
// column passages INTEGER
CYPHER 25
UNWIND range(0, size($vectors) - 1) AS row
CALL (row) {
  MATCH (n:Entity)
  SEARCH n IN (VECTOR INDEX entity_vector FOR $vectors[row] WHERE n.namespace = $namespace LIMIT $limit) SCORE AS score
  WITH n, 2 * score - 1 AS cosine WHERE n.recorded_at_ms <= $known_ms
  RETURN n, cosine
}
RETURN row, n.canonical_name AS canonical_name, n.name AS name, cosine,
  CASE WHEN $any_time THEN COUNT { (n)<-[:MENTIONS]-() }
    ELSE COUNT { (n)<-[:MENTIONS]-(e:Episode) WHERE e.occurred_at_ms < $to_ms AND e.recorded_at_ms <= $known_ms } END AS passages
ORDER BY row, cosine DESC, canonical_name
