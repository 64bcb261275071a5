// dictionary.list_new: entities and declared predicates that have no code, the oldest first
// mode: read
// param namespace STRING - tenant
// param limit INTEGER - most of them
// column kind STRING - entity or predicate
// column name STRING - canonical name of an entity; predicate as spelled
CALL () {
  MATCH (n:Entity)
  WHERE n.namespace = $namespace AND n.canonical_name IS NOT NULL AND n.code IS NULL
  RETURN 'entity' AS kind, n.canonical_name AS name, n.recorded_at_ms AS at_ms
  UNION ALL
  MATCH (p:Predicate)
  WHERE p.namespace = $namespace AND p.name IS NOT NULL AND p.code IS NULL
  RETURN 'predicate' AS kind, p.name AS name, p.switched_ms[0] AS at_ms
}
RETURN kind, name ORDER BY at_ms, name, kind LIMIT $limit
