// facts.assert: state facts; the same fact again unites its sources
// mode: write
// param namespace STRING - tenant
// param rows LIST<MAP> - subject, object, fact_id, source or null, confidence, props, embedding or null; sorted by fact
// column created INTEGER
UNWIND $rows AS row
MATCH (s:Entity {namespace: $namespace, canonical_name: row.subject})
CALL (row) {
  MATCH (o:Entity {namespace: $namespace, canonical_name: row.object})
  RETURN o
}
MERGE (s)-[f:RELATES_TO {namespace: $namespace, fact_id: row.fact_id}]->(o)
ON CREATE SET f += row.props, f.sources = [], f.confidence = 0.0
WITH f, row, f.confidence = 0.0 AS created, coalesce(row.source IN f.sources, true) AS known
SET f.sources = CASE WHEN known THEN f.sources ELSE f.sources + row.source END,
    f.confidence = CASE
      WHEN created THEN row.confidence
      WHEN known THEN f.confidence
      ELSE 1 - (1 - f.confidence) * (1 - row.confidence) END
WITH f, row, created
CALL (f, row) {
  WITH f, row
  WHERE f.embedding IS NULL AND row.embedding IS NOT NULL
  CALL db.create.setRelationshipVectorProperty(f, 'embedding', row.embedding)
}
RETURN sum(CASE WHEN created THEN 1 ELSE 0 END) AS created
