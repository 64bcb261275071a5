// search.commits: how many writes a namespace has seen, and since when
// mode: read
// param namespace STRING - tenant
// column commits INTEGER
// column since_ms INTEGER
MATCH (c:CommitCount)
WHERE c.namespace = $namespace AND c.shard IS NOT NULL
RETURN sum(c.commits) AS commits, coalesce(min(c.since_ms), 0) AS since_ms
