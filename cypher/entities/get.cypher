// entities.get: an entity by id, or the one that it was merged into
// mode: read
// param namespace STRING - tenant
// param entity_id STRING - entity
// column entity_id STRING
// column name STRING
// column canonical_name STRING
// column type STRING
// column aliases LIST<STRING>
CALL () {
  MATCH (n:Entity {namespace: $namespace, entity_id: $entity_id}) RETURN n
  UNION ALL
  MATCH (:Alias {namespace: $namespace, entity_id: $entity_id})-[:ALIAS_OF*1..]->(n:Entity) RETURN n
}
RETURN n.entity_id AS entity_id, n.name AS name, n.canonical_name AS canonical_name, n.type AS type,
  n.aliases AS aliases
