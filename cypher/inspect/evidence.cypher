// Draws how the entities of a question lead to an episode over what holds: set the parameters $namespace, $path (ids of the nodes of its strongest path, from the seed to the episode; may be empty), $seeds (canonical names of entities of which the shortest path is drawn), $episode_id, $archived (states of episodes to walk over, such as [false]), and in milliseconds since 1970 $at_ms (valid time), $to_ms (episodes that happened before) and $known_ms (recorded time).
MATCH (hit:Episode {namespace: $namespace, episode_id: $episode_id})
CALL (hit) {
  MATCH path = (hit) ((x)-[:MENTIONS|RELATES_TO|SYNONYM_OF|SIMILAR_TO|NEXT|CAUSED_BY]-(y)
    WHERE y.namespace = $namespace AND coalesce(y.entity_id, y.episode_id) IN $path){1,4} (seed)
  WHERE [n IN nodes(path) | coalesce(n.entity_id, n.episode_id)] = reverse($path)
  AND all(x IN nodes(path) WHERE x.namespace = $namespace AND (x:Entity OR
      (x:Episode AND x.archived IN $archived AND x.occurred_at_ms < $to_ms AND x.recorded_at_ms <= $known_ms)))
    AND all(r IN relationships(path) WHERE coalesce(r.recorded_at_ms, r.linked_at_ms, $known_ms) <= $known_ms
    AND coalesce(r.invalidated_at_ms, $known_ms + 1) > $known_ms
    AND coalesce(r.valid_from_ms, $at_ms) <= $at_ms AND coalesce(r.valid_to_ms, $at_ms + 1) > $at_ms)
  RETURN path
  UNION
  UNWIND $seeds AS name
  MATCH (seed:Entity {namespace: $namespace, canonical_name: name})
  MATCH path = shortestPath((seed)-[:MENTIONS|RELATES_TO|SYNONYM_OF|SIMILAR_TO|NEXT|CAUSED_BY*..4]-(hit))
  WHERE all(x IN nodes(path) WHERE x.namespace = $namespace AND (x:Entity OR
      (x:Episode AND x.archived IN $archived AND x.occurred_at_ms < $to_ms AND x.recorded_at_ms <= $known_ms)))
    AND all(r IN relationships(path) WHERE coalesce(r.recorded_at_ms, r.linked_at_ms, $known_ms) <= $known_ms
    AND coalesce(r.invalidated_at_ms, $known_ms + 1) > $known_ms
    AND coalesce(r.valid_from_ms, $at_ms) <= $at_ms AND coalesce(r.valid_to_ms, $at_ms + 1) > $at_ms)
  RETURN path
}
RETURN path
