// entities.count: entities of a namespace
// mode: read
// param namespace STRING - tenant
// column entities INTEGER
MATCH (n:Entity)
WHERE n.namespace = $namespace AND n.canonical_name IS NOT NULL
RETURN count(n) AS entities
