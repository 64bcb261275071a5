// admin.create_lock_key: key of the migration lock, needed before the lock can be taken
// mode: schema
CREATE CONSTRAINT migration_lock_key IF NOT EXISTS
FOR (l:MigrationLock) REQUIRE l.name IS UNIQUE
