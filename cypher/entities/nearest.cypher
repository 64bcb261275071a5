// entities.nearest: the entities whose names, or aliases, are nearest to vectors
// mode: read
// param namespace STRING - tenant
// param vectors LIST<LIST<FLOAT>> - unit vectors
// param fetch INTEGER - names that an index is asked for: those that were not known yet take places too
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
  SEARCH n IN (VECTOR INDEX entity_vector FOR $vectors[row] WHERE n.namespace = $namespace LIMIT $fetch) SCORE AS score
  WITH n, score WHERE n.recorded_at_ms <= $known_ms
  RETURN n, 2 * score - 1 AS cosine
  UNION ALL
  MATCH (a:Alias)
  SEARCH a IN (VECTOR INDEX alias_vector FOR $vectors[row] WHERE a.namespace = $namespace LIMIT $fetch) SCORE AS score
  WITH a, score WHERE a.recorded_at_ms <= $known_ms
  MATCH (a)-[:ALIAS_OF*1..]->(n:Entity)
  RETURN n, 2 * score - 1 AS cosine
}
WITH row, n, max(cosine) AS cosine ORDER BY cosine DESC, n.canonical_name
WITH row, collect([n, cosine])[..$limit] AS best
UNWIND best AS found
WITH row, found[0] AS n, found[1] AS cosine
RETURN row, n.canonical_name AS canonical_name, n.name AS name, cosine,
  CASE WHEN $any_time THEN COUNT { (n)<-[:MENTIONS]-() }
    ELSE COUNT { (n)<-[:MENTIONS]-(e:Episode) WHERE e.occurred_at_ms < $to_ms AND e.recorded_at_ms <= $known_ms } END AS passages
ORDER BY row, cosine DESC, canonical_name
