// Draws the facts that held at a moment, as they were believed at another, with the episodes that had stated them: set $namespace, and as text such as 2026-03-20T12:00:00Z $at (valid time) and $known (recorded time).
WITH datetime($at).epochMillis AS at, datetime($known).epochMillis AS known
MATCH fact = (s)-[f:RELATES_TO]->(o)
WHERE f.namespace = $namespace AND f.live_to_ms IS NOT NULL AND f.valid_from_ms <= at AND f.valid_to_ms > at
  AND f.recorded_at_ms <= known AND f.invalidated_at_ms > known
WITH fact, f, s, o, known ORDER BY f.subject, f.predicate, f.object LIMIT 1000
OPTIONAL CALL (f, s, o, known) {
  UNWIND f.sources AS source
  MATCH (e:Episode {namespace: $namespace, episode_id: source})
  WHERE e.recorded_at_ms <= known
  OPTIONAL MATCH names = (e)-[:MENTIONS]->(n) WHERE n IN [s, o]
  RETURN e, names
}
RETURN fact, e AS stated_by, names
