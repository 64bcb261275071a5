// facts.list_by_object: facts with an object
// mode: read
// param namespace STRING - tenant
// param object STRING - canonical name
// param predicate STRING | NULL - predicate, or any
// param live_after_ms INTEGER - what is believed and holds longer than this; the open past lets all pass
// param after_ms INTEGER - holds longer than this
// param until_ms INTEGER - begins by this
// param known_ms INTEGER - recorded by this
// param alive_after_ms INTEGER - not invalidated by this
// param limit INTEGER - facts at most
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
MATCH (s:Entity)-[f:RELATES_TO]->(o:Entity)
WHERE f.namespace = $namespace AND f.object = $object AND f.live_to_ms > $live_after_ms
  AND ($predicate IS NULL OR f.predicate = $predicate)
  AND f.valid_to_ms > $after_ms AND f.valid_from_ms <= $until_ms
  AND f.recorded_at_ms <= $known_ms AND f.invalidated_at_ms > $alive_after_ms
RETURN f.fact_id AS fact_id, s.name AS subject, f.predicate AS predicate, o.name AS object, f.valid_from_ms AS from_ms,
  f.valid_to_ms AS to_ms, f.recorded_at_ms AS recorded_ms, f.invalidated_at_ms AS invalidated_ms,
  f.invalidated_by AS invalidated_by, f.confidence AS confidence, f.functional AS functional, f.sources AS sources
ORDER BY f.subject, predicate, from_ms, f.object, fact_id, recorded_ms LIMIT $limit
