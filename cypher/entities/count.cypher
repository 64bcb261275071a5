// entities.count: entities of a namespace, counted up to a bound
// mode: read
// param namespace STRING - tenant
// param most INTEGER - bound
// column entities INTEGER
MATCH (n:Entity)
WHERE n.namespace = $namespace AND n.canonical_name IS NOT NULL
WITH n LIMIT $most
RETURN count(n) AS entities
