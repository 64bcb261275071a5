// facts.versions_of_facts: every version of facts
// mode: read
// param namespace STRING - tenant
// param rows LIST<MAP> - subject, predicate, object
// column row INTEGER - row that it belongs to
// column fact_id STRING
// column object STRING
// column from_ms INTEGER
// column to_ms INTEGER
// column recorded_ms INTEGER
// column invalidated_ms INTEGER
// column invalidated_by STRING | NULL
// column sources LIST<STRING>
// column confidences LIST<FLOAT>
// column confidence FLOAT
// column functional BOOLEAN
// column text STRING
UNWIND range(0, size($rows) - 1) AS row
MATCH ()-[f:RELATES_TO]->()
WHERE f.namespace = $namespace AND f.subject = $rows[row].subject AND f.predicate = $rows[row].predicate
  AND f.object = $rows[row].object
RETURN row, f.fact_id AS fact_id, f.object AS object, f.valid_from_ms AS from_ms, f.valid_to_ms AS to_ms,
  f.recorded_at_ms AS recorded_ms, f.invalidated_at_ms AS invalidated_ms, f.invalidated_by AS invalidated_by,
  f.sources AS sources, f.source_confidences AS confidences, f.confidence AS confidence, f.functional AS functional, f.text AS text
