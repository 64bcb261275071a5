// synonyms.create: note pairs of entities whose names are alike, one relationship a pair
// mode: write
// param namespace STRING - tenant
// param rows LIST<MAP> - low, high (canonical names, low < high), score (cosine)
// param model STRING - embedder
// param linked_at DATETIME - now
// param linked_at_ms INTEGER - now
// column created INTEGER
UNWIND $rows AS row
MATCH (a:Entity {namespace: $namespace, canonical_name: row.low})
CALL (row) {
  MATCH (b:Entity {namespace: $namespace, canonical_name: row.high})
  RETURN b
}
WITH a, b, row, EXISTS { (a)-[:SYNONYM_OF]-(b) } AS known
MERGE (a)-[s:SYNONYM_OF]->(b)
ON CREATE SET s.namespace = $namespace, s.score = row.score, s.model = $model,
  s.linked_at = $linked_at, s.linked_at_ms = $linked_at_ms
RETURN sum(CASE WHEN known THEN 0 ELSE 1 END) AS created
