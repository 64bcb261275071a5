// predicates.list: predicates that are declared single-valued
// mode: read
// param namespace STRING - tenant
// column name STRING
MATCH (p:Predicate)
WHERE p.namespace = $namespace AND p.name IS NOT NULL AND p.functional
RETURN p.name AS name ORDER BY name
