// commits.count: count a write of a namespace, as the last thing that it does
// mode: write
// param namespace STRING - tenant
// param shard INTEGER - which of the counters; several of them, so that writers do not wait for each other
MERGE (c:CommitCount {namespace: $namespace, shard: $shard})
ON CREATE SET c.commits = 0, c.since_ms = timestamp()
// the plain one takes the lock, so that no count is lost
SET c.namespace = $namespace
SET c.commits = c.commits + 1
