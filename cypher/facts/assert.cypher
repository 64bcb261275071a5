// facts.assert: state facts; the same fact again unites its sources
// mode: write
// param namespace STRING - tenant
// param rows LIST<MAP> - one a fact, sorted: subject, object, fact_id, sources, confidences, confidence, props, embedding or null
// column fact_id STRING
// column created BOOLEAN
// column bare BOOLEAN - it has no vector, because nobody gave one
// column valid_to_ms INTEGER - end that is stored
// column functional BOOLEAN - mark that is stored
UNWIND $rows AS row
MATCH (s:Entity {namespace: $namespace, canonical_name: row.subject})
CALL (row) {
  MATCH (o:Entity {namespace: $namespace, canonical_name: row.object})
  RETURN o
}
MERGE (s)-[f:RELATES_TO {namespace: $namespace, fact_id: row.fact_id}]->(o)
ON CREATE SET f += row.props, f.sources = [], f.source_confidences = [], f.confidence = -1.0
WITH f, row, f.confidence < 0 AS created,
  [i IN range(0, size(f.sources) - 1) WHERE NOT f.sources[i] IN row.sources] AS others
WITH f, row, created, [i IN others | f.sources[i]] + row.sources AS sources,
  [i IN others | f.source_confidences[i]] + row.confidences AS confidences
SET f.sources = sources, f.source_confidences = confidences,
    f.confidence = CASE size(confidences)
      WHEN 0 THEN row.confidence
      ELSE reduce(total = 0.0, c IN confidences | total + c * (1 - total)) END
WITH f, row, created
CALL (f, row) {
  WITH f, row
  WHERE f.embedding IS NULL AND row.embedding IS NOT NULL
  CALL db.create.setRelationshipVectorProperty(f, 'embedding', row.embedding)
}
RETURN row.fact_id AS fact_id, created, f.embedding IS NULL AS bare, f.valid_to_ms AS valid_to_ms, f.functional AS functional
