// aliases.path: the way from a name, or an id, to the entity that it stands for
// mode: read
// param namespace STRING - tenant
// param name STRING - canonical name
// param entity_id STRING - id
// column keys LIST<STRING> - canonical names, the entity's last
// column names LIST<STRING> - names as spelled
// column ids LIST<STRING>
CALL () {
  MATCH path = (:Entity {namespace: $namespace, entity_id: $entity_id}) RETURN path, 0 AS rank
  UNION ALL
  MATCH path = (:Alias {namespace: $namespace, entity_id: $entity_id})-[:ALIAS_OF*1..]->(:Entity) RETURN path, 1 AS rank
  UNION ALL
  MATCH path = (:Entity {namespace: $namespace, canonical_name: $name}) RETURN path, 2 AS rank
  UNION ALL
  MATCH path = (:Alias {namespace: $namespace, canonical_name: $name})-[:ALIAS_OF*1..]->(:Entity) RETURN path, 3 AS rank
}
RETURN [n IN nodes(path) | n.canonical_name] AS keys, [n IN nodes(path) | n.name] AS names,
  [n IN nodes(path) | n.entity_id] AS ids
ORDER BY rank LIMIT 1
