// migrations.0008_store_key: there is one record of the store
// mode: schema
CREATE CONSTRAINT store_key IF NOT EXISTS
FOR (s:Store) REQUIRE s.name IS UNIQUE
