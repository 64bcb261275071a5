// migrations.0033_alias_key: a name is the alias of one entity
// mode: schema
CREATE CONSTRAINT alias_key IF NOT EXISTS
FOR (a:Alias) REQUIRE (a.namespace, a.canonical_name) IS UNIQUE
