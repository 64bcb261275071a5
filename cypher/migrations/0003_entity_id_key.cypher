// migrations.0003_entity_id_key: an entity id is unique in its namespace
// mode: schema
CREATE CONSTRAINT entity_id_key IF NOT EXISTS
FOR (n:Entity) REQUIRE (n.namespace, n.entity_id) IS UNIQUE
