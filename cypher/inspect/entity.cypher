// Draws an entity with the episodes that mention it, the facts that hold now and its other names: set $namespace and $name (canonical name).
MATCH (n:Entity {namespace: $namespace, canonical_name: $name})
OPTIONAL CALL (n) {
  MATCH path = (n)<-[:MENTIONS]-(:Episode)
  RETURN path LIMIT 200
  UNION ALL
  MATCH path = (n)-[f:RELATES_TO]-(:Entity)
  WHERE f.valid_from_ms <= timestamp() AND f.valid_to_ms > timestamp() AND f.invalidated_at IS NULL
  RETURN path LIMIT 200
  UNION ALL
  MATCH path = (n)<-[:ALIAS_OF*1..]-(:Alias)
  RETURN path
}
RETURN n AS entity, path
