// links.create: link pairs of live episodes, one relationship a pair
// mode: write
// param namespace STRING - tenant
// param rows LIST<MAP> - low, high (ids, low < high), score (cosine)
// param model STRING - embedder
// param linked_at DATETIME - now
// param linked_at_ms INTEGER - now
// column created INTEGER
UNWIND $rows AS row
MATCH (a:Episode {namespace: $namespace, episode_id: row.low})
CALL (row) {
  MATCH (b:Episode {namespace: $namespace, episode_id: row.high})
  RETURN b
}
WITH a, b, row, EXISTS { (a)-[:SIMILAR_TO]-(b) } AS known
WHERE NOT a.archived AND NOT b.archived
MERGE (a)-[l:SIMILAR_TO]->(b)
ON CREATE SET l.namespace = $namespace, l.score = row.score, l.model = $model,
  l.linked_at = $linked_at, l.linked_at_ms = $linked_at_ms
RETURN sum(CASE WHEN known THEN 0 ELSE 1 END) AS created
