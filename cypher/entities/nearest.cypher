// entities.nearest: the entities whose names are nearest to vectors
// mode: read
// param namespace STRING - tenant
// param vectors LIST<LIST<FLOAT>> - unit vectors
// param limit INTEGER - entities for each vector
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
  RETURN n, 2 * score - 1 AS cosine
}
RETURN row, n.canonical_name AS canonical_name, n.name AS name, cosine, COUNT { (n)<-[:MENTIONS]-() } AS passages
ORDER BY row, cosine DESC, canonical_name
