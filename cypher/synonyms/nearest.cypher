// synonyms.nearest: for each row the entities whose names are nearest to it
// mode: read
// param namespace STRING - tenant
// param rows LIST<MAP> - canonical_name, embedding
// param limit INTEGER - neighbours looked at
// param threshold FLOAT - least cosine
// column canonical_name STRING
// column neighbor STRING
// column cosine FLOAT
CYPHER 25
UNWIND $rows AS row
CALL (row) {
  MATCH (m:Entity)
  SEARCH m IN (VECTOR INDEX entity_vector FOR row.embedding WHERE m.namespace = $namespace LIMIT $limit) SCORE AS score
  WITH m, 2 * score - 1 AS cosine
  WHERE cosine >= $threshold AND m.canonical_name <> row.canonical_name
  RETURN m.canonical_name AS neighbor, cosine
}
RETURN row.canonical_name AS canonical_name, neighbor, cosine
ORDER BY canonical_name, cosine DESC, neighbor
