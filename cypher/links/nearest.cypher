// links.nearest: for each row the live episodes nearest to it, with the links that are stronger than the one to it
// mode: read
// param namespace STRING - tenant
// param rows LIST<MAP> - episode_id, embedding
// param limit INTEGER - neighbours looked at
// param threshold FLOAT - least cosine
// column episode_id STRING
// column neighbor STRING
// column cosine FLOAT
// column stronger INTEGER
CYPHER 25
UNWIND $rows AS row
CALL (row) {
  MATCH (m:Episode)
  SEARCH m IN (VECTOR INDEX episode_vector FOR row.embedding
    WHERE m.namespace = $namespace AND m.archived = false LIMIT $limit) SCORE AS score
  WITH m, 2 * score - 1 AS cosine
  WHERE cosine >= $threshold AND m.episode_id <> row.episode_id
  RETURN m.episode_id AS neighbor, cosine,
    COUNT { (m)-[l:SIMILAR_TO]-(o:Episode) WHERE l.score > cosine AND o.episode_id <> row.episode_id } AS stronger
}
RETURN row.episode_id AS episode_id, neighbor, cosine, stronger
ORDER BY episode_id, cosine DESC, neighbor
