// admin.record_migration: record that a migration was applied
// mode: write
// param version INTEGER - number of the migration
// param name STRING - name of the migration
// param checksum STRING - hash of its text
// column checksum STRING
MERGE (m:Migration {version: $version})
ON CREATE SET m.name = $name, m.checksum = $checksum, m.applied_at = datetime()
RETURN m.checksum AS checksum
