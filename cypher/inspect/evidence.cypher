// Draws how the entities of a question lead to an episode over what holds: set the parameters $namespace, $seeds (canonical names), $episode_id, and in milliseconds since 1970 $at_ms (valid time) and $known_ms (recorded time).
MATCH (hit:Episode {namespace: $namespace, episode_id: $episode_id})
UNWIND $seeds AS name
MATCH (seed:Entity {namespace: $namespace, canonical_name: name})
MATCH path = shortestPath((seed)-[:MENTIONS|RELATES_TO|SIMILAR_TO|NEXT|CAUSED_BY*..4]-(hit))
WHERE none(x IN nodes(path) WHERE x:Alias) AND all(r IN relationships(path) WHERE coalesce(r.recorded_at_ms, $known_ms) <= $known_ms
  AND coalesce(r.invalidated_at_ms, $known_ms + 1) > $known_ms
  AND coalesce(r.valid_from_ms, $at_ms) <= $at_ms AND coalesce(r.valid_to_ms, $at_ms + 1) > $at_ms)
RETURN path
