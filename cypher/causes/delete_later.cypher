// causes.delete_later: remove an episode as a cause of effects that happened before it
// mode: write
// param namespace STRING - tenant
// param episode_id STRING - cause
// column effect STRING
MATCH (cause:Episode {namespace: $namespace, episode_id: $episode_id})<-[c:CAUSED_BY]-(effect:Episode)
WHERE effect.occurred_at_ms < cause.occurred_at_ms
WITH c, effect.episode_id AS effect
ORDER BY effect
DELETE c
RETURN effect
