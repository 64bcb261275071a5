// migrations.0034_alias_id_key: the id of a merged entity stays resolvable
// mode: schema
CREATE CONSTRAINT alias_id_key IF NOT EXISTS
FOR (a:Alias) REQUIRE (a.namespace, a.entity_id) IS UNIQUE
