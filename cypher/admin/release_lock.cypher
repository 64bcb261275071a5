// admin.release_lock: give the migration lock back
// mode: write
// param owner STRING - who took it
// column released INTEGER
MATCH (l:MigrationLock {name: 'schema'})
WHERE l.owner = $owner
SET l.owner = null, l.expires_at = null
RETURN count(l) AS released
