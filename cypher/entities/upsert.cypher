// entities.upsert: create entities or take their locks in the order of their names, so that writers wait instead of deadlocking
// mode: write
// param namespace STRING - tenant
// param label STRING - of the namespace, for projections
// param rows LIST<MAP> - canonical_name, type, asserted, props, embedding or null; sorted by name
// column canonical_name STRING - entity that has no vector, because nobody gave one or it was deleted while its lock was awaited
CYPHER 25
UNWIND $rows AS row
MERGE (n:Entity {namespace: $namespace, canonical_name: row.canonical_name})
ON CREATE SET n += row.props, n:$($label)
// a SET that reads the node takes other locks before the node's own: the plain one comes first
SET n.namespace = $namespace
WITH n, row, coalesce(n.own_type, n.type) = 'entity' AND row.type <> 'entity' AS learned
SET n.type = CASE WHEN learned THEN row.type ELSE n.type END,
    n.own_type = CASE WHEN learned AND n.own_type IS NOT NULL THEN row.type ELSE n.own_type END,
    n.asserted = n.asserted OR row.asserted
WITH n, row
CALL (n, row) {
  WITH n, row
  // of an entity that was deleted meanwhile, only what is set here can be read
  WHERE n.entity_id IS NOT NULL AND n.embedding IS NULL AND row.embedding IS NOT NULL
  CALL db.create.setNodeVectorProperty(n, 'embedding', row.embedding)
}
WITH n, row
WHERE n.embedding IS NULL
RETURN row.canonical_name AS canonical_name
