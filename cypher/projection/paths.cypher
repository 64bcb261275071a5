// projection.paths: shortest path from a seed to each hit over what is live and holds
// mode: read
// param namespace STRING - tenant
// param pairs LIST<MAP> - kind and key of a seed, hit (episode id)
// param archived LIST<BOOLEAN> - states of episodes to walk over
// param to_ms INTEGER - end of the time that may be walked over, exclusive
// param at_ms INTEGER - valid time
// param known_ms INTEGER - recorded time
// column hit STRING
// column kind STRING
// column key STRING
// column names LIST<STRING>
// column relations LIST<STRING>
// column starts LIST<STRING>
UNWIND $pairs AS pair
CALL (pair) {
  WITH pair WHERE pair.kind = 'episode'
  MATCH (n:Episode {namespace: $namespace, episode_id: pair.key})
  RETURN n
  UNION ALL
  WITH pair WHERE pair.kind = 'entity'
  MATCH (n:Entity {namespace: $namespace, canonical_name: pair.key})
  RETURN n
}
CALL (pair) {
  MATCH (h:Episode {namespace: $namespace, episode_id: pair.hit})
  RETURN h
}
MATCH path = shortestPath((n)-[:MENTIONS|RELATES_TO|SIMILAR_TO|NEXT|CAUSED_BY*..4]-(h))
WHERE all(x IN nodes(path) WHERE x.namespace = $namespace AND (x:Entity OR
    (x.archived IN $archived AND x.occurred_at_ms < $to_ms AND x.recorded_at_ms <= $known_ms)))
  AND all(r IN relationships(path) WHERE coalesce(r.recorded_at_ms, r.linked_at_ms, $known_ms) <= $known_ms
  AND coalesce(r.valid_from_ms, $at_ms) <= $at_ms
  AND coalesce(r.valid_to_ms, $at_ms + 1) > $at_ms AND coalesce(r.invalidated_at_ms, $known_ms + 1) > $known_ms)
RETURN pair.hit AS hit, pair.kind AS kind, pair.key AS key,
  [x IN nodes(path) | coalesce(x.name, x.episode_id)] AS names,
  [r IN relationships(path) | coalesce(r.predicate, type(r))] AS relations,
  [r IN relationships(path) | coalesce(startNode(r).name, startNode(r).episode_id)] AS starts
