// Draws what sources claimed and is not believed, or for a shorter time than they said, beside the fact that is believed instead: set $namespace.
MATCH claimed = ()-[c:CLAIMS]->()
WHERE c.namespace = $namespace AND c.contradicts IS NOT NULL
WITH claimed, c ORDER BY c.subject, c.predicate, c.valid_from_ms LIMIT 1000
OPTIONAL CALL (c) {
  MATCH believed = (:Entity)-[f:RELATES_TO]->(:Entity)
  WHERE f.namespace = $namespace AND f.fact_id = c.contradicts AND f.recorded_at_ms IS NOT NULL AND f.invalidated_at IS NULL
  RETURN believed
}
OPTIONAL MATCH (source:Episode {namespace: $namespace, episode_id: c.source})
RETURN claimed, believed, source
