// Draws how the entities of a question lead to an episode: set the parameters $namespace, $seeds (canonical names) and $episode_id.
MATCH (hit:Episode {namespace: $namespace, episode_id: $episode_id})
UNWIND $seeds AS name
MATCH (seed:Entity {namespace: $namespace, canonical_name: name})
MATCH path = shortestPath((seed)-[:MENTIONS|RELATES_TO|SIMILAR_TO|NEXT|CAUSED_BY*..4]-(hit))
RETURN path
