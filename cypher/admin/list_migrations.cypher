// admin.list_migrations: what was applied to this store
// mode: read
// column version INTEGER
// column name STRING
// column checksum STRING
MATCH (m:Migration)
WHERE m.version > 0
RETURN m.version AS version, m.name AS name, m.checksum AS checksum
ORDER BY version
