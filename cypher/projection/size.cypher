// projection.size: nodes and relationships that a projection of a namespace would hold at most
// mode: read
// param namespace STRING - tenant
// param live_after_ms INTEGER - facts that are believed and hold longer than this; the open past lets all pass
// column nodes INTEGER
// column relationships INTEGER
RETURN
  COUNT { MATCH (e:Episode) WHERE e.namespace = $namespace AND e.episode_id IS NOT NULL } +
  COUNT { MATCH (n:Entity) WHERE n.namespace = $namespace AND n.canonical_name IS NOT NULL } AS nodes,
  COUNT { MATCH (e:Episode)-->() WHERE e.namespace = $namespace AND e.episode_id IS NOT NULL } +
  COUNT { MATCH ()-[f:RELATES_TO]->() WHERE f.namespace = $namespace AND f.live_to_ms > $live_after_ms } AS relationships
