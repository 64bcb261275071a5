// entities.unmention: take back what an episode mentions, but for what was asserted of it
// mode: write
// param namespace STRING - tenant
// param episode_id STRING - episode
// column deleted INTEGER
MATCH (e:Episode {namespace: $namespace, episode_id: $episode_id})-[m:MENTIONS]->()
WHERE NOT coalesce(m.asserted, false)
DELETE m
RETURN count(*) AS deleted
