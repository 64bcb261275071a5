// migrations.0002_entity_key: a canonical name is unique in its namespace
// mode: schema
CREATE CONSTRAINT entity_key IF NOT EXISTS
FOR (n:Entity) REQUIRE (n.namespace, n.canonical_name) IS UNIQUE
