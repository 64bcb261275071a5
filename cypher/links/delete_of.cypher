// links.delete_of: remove every link of an episode
// mode: write
// param namespace STRING - tenant
// param episode_id STRING - episode
// column deleted INTEGER
MATCH (e:Episode {namespace: $namespace, episode_id: $episode_id})-[l:SIMILAR_TO]-(o:Episode)
DELETE l
RETURN count(*) AS deleted
