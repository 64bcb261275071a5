// links.linked: ids of the episodes linked to episodes, in either direction
// mode: read
// param namespace STRING - tenant
// param episode_ids LIST<STRING> - ids
// column episode_id STRING
// column linked LIST<STRING>
UNWIND $episode_ids AS episode_id
MATCH (e:Episode {namespace: $namespace, episode_id: episode_id})
RETURN episode_id, COLLECT { MATCH (e)-[:SIMILAR_TO]-(o:Episode) RETURN o.episode_id } AS linked
