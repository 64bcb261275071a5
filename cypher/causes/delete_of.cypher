// causes.delete_of: remove the causes that an episode was given
// mode: write
// param namespace STRING - tenant
// param episode_id STRING - effect
// column deleted INTEGER
MATCH (effect:Episode {namespace: $namespace, episode_id: $episode_id})-[c:CAUSED_BY]->(cause:Episode)
DELETE c
RETURN count(*) AS deleted
