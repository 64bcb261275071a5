// admin.create_migration_key: a migration is recorded once
// mode: schema
CREATE CONSTRAINT migration_key IF NOT EXISTS
FOR (m:Migration) REQUIRE m.version IS UNIQUE
