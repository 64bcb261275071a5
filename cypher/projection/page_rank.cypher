// projection.page_rank: Personalized PageRank of the episodes that pass the filters; nothing without a source, where the server would rank the whole graph
// mode: read
// param namespace STRING - tenant
// param kinds LIST<STRING> - kinds of episodes
// param archived LIST<BOOLEAN> - states to look at
// param from_ms INTEGER - first instant of the window of time
// param to_ms INTEGER - end of the window of time, exclusive
// param known_ms INTEGER - recorded time
// param session_id STRING | NULL - session, or any
// param conversation_id STRING | NULL - conversation, or any
// param graph_name STRING - projection
// param seeds LIST<MAP> - kind, key, weight
// param damping_factor FLOAT - chance to follow an edge
// param max_iterations INTEGER - bound
// param tolerance FLOAT - gains of no more are not passed on
// param concurrency INTEGER - threads
// param limit INTEGER - hits at most
// column episode_id STRING
// column score FLOAT
UNWIND $seeds AS seed
CALL (seed) {
  WITH seed WHERE seed.kind = 'episode'
  MATCH (n:Episode {namespace: $namespace, episode_id: seed.key})
  RETURN n
  UNION ALL
  WITH seed WHERE seed.kind = 'entity'
  MATCH (n:Entity {namespace: $namespace, canonical_name: seed.key})
  RETURN n
}
WITH collect([n, seed.weight]) AS sources
WHERE size(sources) > 0
CALL gds.pageRank.stream($graph_name, {sourceNodes: sources, relationshipWeightProperty: 'weight',
  dampingFactor: $damping_factor, maxIterations: $max_iterations, tolerance: $tolerance,
  concurrency: $concurrency, logProgress: false})
YIELD nodeId, score
WHERE score > 0
WITH gds.util.asNode(nodeId) AS e, score
WHERE e:Episode AND e.kind IN $kinds AND e.archived IN $archived
  AND e.occurred_at_ms >= $from_ms AND e.occurred_at_ms < $to_ms AND e.recorded_at_ms <= $known_ms
  AND ($session_id IS NULL OR e.session_id = $session_id)
  AND ($conversation_id IS NULL OR e.conversation_id = $conversation_id)
RETURN e.episode_id AS episode_id, score
ORDER BY score DESC, episode_id LIMIT $limit
