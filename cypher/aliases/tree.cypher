// aliases.tree: names that stand for one, over one step or several
// mode: read
// param namespace STRING - tenant
// param name STRING - canonical name of an entity or an alias
// column canonical_name STRING
CALL () {
  MATCH (n:Entity {namespace: $namespace, canonical_name: $name}) RETURN n
  UNION ALL
  MATCH (n:Alias {namespace: $namespace, canonical_name: $name}) RETURN n
}
MATCH (n)<-[:ALIAS_OF*1..]-(a:Alias)
RETURN a.canonical_name AS canonical_name ORDER BY canonical_name
