// migrations.0058_dictionary_key: one dictionary a namespace
// mode: schema
CREATE CONSTRAINT dictionary_key IF NOT EXISTS
FOR (d:Dictionary) REQUIRE d.namespace IS UNIQUE
