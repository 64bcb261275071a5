// episodes.delete: delete an episode with its relationships
// mode: write
// param namespace STRING - tenant
// param episode_id STRING - episode
// column deleted INTEGER
MATCH (e:Episode {namespace: $namespace, episode_id: $episode_id})
DETACH DELETE e
RETURN count(*) AS deleted
