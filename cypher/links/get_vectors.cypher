// links.get_vectors: vectors of episodes
// mode: read
// param namespace STRING - tenant
// param episode_ids LIST<STRING> - ids
// column episode_id STRING
// column embedding LIST<FLOAT>
UNWIND $episode_ids AS episode_id
MATCH (e:Episode {namespace: $namespace, episode_id: episode_id})
WHERE NOT e.archived
RETURN e.episode_id AS episode_id, e.embedding AS embedding
ORDER BY episode_id
