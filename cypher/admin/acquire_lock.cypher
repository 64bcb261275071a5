// admin.acquire_lock: take the migration lock unless another process holds it
// mode: write
// param owner STRING - who asks
// param seconds INTEGER - after this many seconds the lock of a dead process is free
// column acquired BOOLEAN
MERGE (l:MigrationLock {name: 'schema'})
SET l.touched_at = datetime()
WITH l, l.owner IS NULL OR l.owner = $owner OR l.expires_at < datetime() AS free
SET l.owner = CASE WHEN free THEN $owner ELSE l.owner END,
    l.expires_at = CASE WHEN free THEN datetime() + duration({seconds: $seconds}) ELSE l.expires_at END
RETURN l.owner = $owner AS acquired
