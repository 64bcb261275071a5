// entities.find_known: which canonical names are entities or aliases already, with their vector
// mode: read
// param namespace STRING - tenant
// param names LIST<STRING> - canonical names
// column canonical_name STRING
UNWIND $names AS name
CALL (name) {
  MATCH (n:Entity {namespace: $namespace, canonical_name: name}) RETURN n
  UNION ALL
  MATCH (n:Alias {namespace: $namespace, canonical_name: name}) RETURN n
}
WITH n WHERE n.embedding IS NOT NULL
RETURN n.canonical_name AS canonical_name
