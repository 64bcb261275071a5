// entities.delete_orphans: delete entities that nothing mentions, states or asserted, with their aliases
// mode: write
// param namespace STRING - tenant
// param names LIST<STRING> - canonical names, sorted
// column deleted INTEGER
UNWIND $names AS name
MATCH (n:Entity {namespace: $namespace, canonical_name: name})
WHERE NOT n.asserted AND NOT EXISTS { (n)<-[:MENTIONS]-() } AND NOT EXISTS { (n)-[:RELATES_TO|CLAIMS]-() }
  AND NOT EXISTS { (n)<-[:ALIAS_OF*1..]-(a:Alias) WHERE a.asserted OR EXISTS { (a)-[:CLAIMS]-() } }
CALL (n) {
  MATCH (n)<-[:ALIAS_OF*1..]-(a:Alias)
  DETACH DELETE a
}
DETACH DELETE n
RETURN count(*) AS deleted
