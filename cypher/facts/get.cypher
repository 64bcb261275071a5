// facts.get: every version of facts
// mode: read
// param namespace STRING - tenant
// param fact_ids LIST<STRING> - ids
// column fact_id STRING
// column subject STRING
// column predicate STRING
// column object STRING
// column from_ms INTEGER
// column to_ms INTEGER
// column recorded_ms INTEGER
// column invalidated_ms INTEGER
// column invalidated_by STRING | NULL
// column confidence FLOAT
// column functional BOOLEAN
// column sources LIST<STRING>
// column subject_key STRING
// column object_key STRING
UNWIND $fact_ids AS id
MATCH (s:Entity)-[f:RELATES_TO]->(o:Entity)
WHERE f.namespace = $namespace AND f.fact_id = id AND f.recorded_at_ms IS NOT NULL
RETURN f.fact_id AS fact_id, s.name AS subject, f.predicate AS predicate, o.name AS object, f.valid_from_ms AS from_ms,
  f.valid_to_ms AS to_ms, f.recorded_at_ms AS recorded_ms, f.invalidated_at_ms AS invalidated_ms,
  f.invalidated_by AS invalidated_by, f.confidence AS confidence, f.functional AS functional, f.sources AS sources,
  f.subject AS subject_key, f.object AS object_key
ORDER BY fact_id, recorded_ms
