// entities.find_known: which canonical names are entities already, with their vector
// mode: read
// param namespace STRING - tenant
// param names LIST<STRING> - canonical names
// column canonical_name STRING
UNWIND $names AS name
MATCH (n:Entity {namespace: $namespace, canonical_name: name})
WHERE n.embedding IS NOT NULL
RETURN n.canonical_name AS canonical_name
