// Draws an episode with the episodes it is linked to and the entities it mentions: set $namespace and $episode_id.
MATCH (e:Episode {namespace: $namespace, episode_id: $episode_id})
OPTIONAL MATCH links = (e)-[:SIMILAR_TO]-(:Episode)
OPTIONAL MATCH mentions = (e)-[:MENTIONS]->(:Entity)
RETURN e, links, mentions
