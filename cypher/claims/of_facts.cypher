// claims.of_facts: claims of facts, the retracted ones too
// mode: read
// param namespace STRING - tenant
// param rows LIST<MAP> - subject, predicate, object, as spelled
// column row INTEGER - row that it belongs to
// column fact_id STRING
// column subject STRING - entity that the spelling stands for
// column object STRING - entity that the spelling stands for
// column predicate STRING
// column text STRING
// column from_ms INTEGER
// column to_ms INTEGER
// column source STRING
// column said_ms INTEGER
// column confidence FLOAT
// column firm BOOLEAN
// column functional BOOLEAN
// column asserted BOOLEAN
// column contradicts STRING | NULL
// column recorded_ms INTEGER
// column retracted_ms INTEGER
UNWIND range(0, size($rows) - 1) AS row
MATCH (s)-[c:CLAIMS]->(o)
WHERE c.namespace = $namespace AND c.subject = $rows[row].subject AND c.predicate = $rows[row].predicate
  AND c.object = $rows[row].object
RETURN row, c.fact_id AS fact_id,
  CASE WHEN s:Entity THEN s.canonical_name
    ELSE head(COLLECT { MATCH (s)-[:ALIAS_OF*1..]->(n:Entity) RETURN n.canonical_name }) END AS subject,
  CASE WHEN o:Entity THEN o.canonical_name
    ELSE head(COLLECT { MATCH (o)-[:ALIAS_OF*1..]->(n:Entity) RETURN n.canonical_name }) END AS object,
  c.predicate AS predicate, c.text AS text, c.valid_from_ms AS from_ms, c.valid_to_ms AS to_ms, c.source AS source,
  c.said_at_ms AS said_ms, c.confidence AS confidence, c.firm AS firm, c.functional AS functional,
  c.asserted AS asserted, c.contradicts AS contradicts, c.recorded_at_ms AS recorded_ms,
  c.retracted_at_ms AS retracted_ms
