// entities.match_names: entities of given canonical names with the number of episodes that mention them
// mode: read
// param namespace STRING - tenant
// param names LIST<STRING> - canonical names
// column canonical_name STRING
// column name STRING
// column passages INTEGER
UNWIND $names AS name
MATCH (n:Entity {namespace: $namespace, canonical_name: name})
RETURN n.canonical_name AS canonical_name, n.name AS name, COUNT { (n)<-[:MENTIONS]-() } AS passages
