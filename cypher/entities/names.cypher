// entities.names: what spellings stand for, where an entity has more than one
// mode: read
// param namespace STRING - tenant
// param names LIST<STRING> - canonical names, as spelled
// column name STRING
// column entity STRING - canonical name of the entity
// column aliases LIST<STRING> - its other spellings
UNWIND $names AS name
CALL (name) {
  MATCH (n:Entity {namespace: $namespace, canonical_name: name}) RETURN n
  UNION ALL
  MATCH (:Alias {namespace: $namespace, canonical_name: name})-[:ALIAS_OF*1..]->(n:Entity) RETURN n
}
WITH name, n, COLLECT { MATCH (n)<-[:ALIAS_OF*1..]-(a:Alias) RETURN a.canonical_name ORDER BY a.canonical_name } AS aliases
WHERE n.canonical_name <> name OR size(aliases) > 0
RETURN name, n.canonical_name AS entity, aliases
