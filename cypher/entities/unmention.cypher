// entities.unmention: take back what an episode mentions
// mode: write
// param namespace STRING - tenant
// param episode_id STRING - episode
// column deleted INTEGER
MATCH (e:Episode {namespace: $namespace, episode_id: $episode_id})-[m:MENTIONS]->(n:Entity)
DELETE m
RETURN count(*) AS deleted
