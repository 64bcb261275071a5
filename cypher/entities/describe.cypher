// entities.describe: what is known of entities
// mode: read
// param namespace STRING - tenant
// param names LIST<STRING> - canonical names
// param at_ms INTEGER - when facts must hold
// column entity_id STRING
// column name STRING
// column canonical_name STRING
// column type STRING
// column aliases LIST<STRING>
// column mentions INTEGER
// column facts INTEGER
UNWIND $names AS name
MATCH (n:Entity {namespace: $namespace, canonical_name: name})
RETURN n.entity_id AS entity_id, n.name AS name, n.canonical_name AS canonical_name, n.type AS type, n.aliases AS aliases,
  COUNT { (n)<-[:MENTIONS]-(:Episode) } AS mentions,
  COUNT { (n)-[f:RELATES_TO]-(:Entity) WHERE f.live_to_ms > $at_ms AND f.valid_from_ms <= $at_ms } AS facts
ORDER BY canonical_name
