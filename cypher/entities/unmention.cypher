// entities.unmention: take back what an episode mentions, but for what was asserted of it
// mode: write
// param namespace STRING - tenant
// param episode_id STRING - episode
// column deleted INTEGER
MATCH (e:Episode {namespace: $namespace, episode_id: $episode_id})-[m:MENTIONS]->()
WHERE NOT coalesce(m.own_asserted, m.asserted, false)
WITH m, m.own_count IS NOT NULL AS shared
// what an alias is asserted for stays with the entity, at a count of its own of none
FOREACH (_ IN CASE WHEN shared THEN [1] ELSE [] END | SET m.own_count = 0)
FOREACH (_ IN CASE WHEN shared THEN [] ELSE [1] END | DELETE m)
RETURN count(*) AS deleted
