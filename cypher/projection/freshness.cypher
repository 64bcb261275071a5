// projection.freshness: how many writes a namespace has seen, and whether a projection is there
// mode: read
// param namespace STRING - tenant
// param graph_name STRING - projection
// column commits INTEGER
// column since_ms INTEGER - when the first of them came
// column exists BOOLEAN
CALL () {
  MATCH (c:CommitCount)
  WHERE c.namespace = $namespace AND c.shard IS NOT NULL
  RETURN sum(c.commits) AS commits, coalesce(min(c.since_ms), 0) AS since_ms
}
RETURN commits, since_ms, gds.graph.exists($graph_name) AS exists
