// entities.lock: take the locks of existing entities in the order of their names
// mode: write
// param namespace STRING - tenant
// param names LIST<STRING> - canonical names, sorted
UNWIND $names AS name
MATCH (n:Entity {namespace: $namespace, canonical_name: name})
SET n.namespace = $namespace
