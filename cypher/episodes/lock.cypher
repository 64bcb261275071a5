// episodes.lock: take the locks of existing episodes in the order of their ids, so that writers wait instead of deadlocking
// mode: write
// param namespace STRING - tenant
// param episode_ids LIST<STRING> - ids, sorted
// column episode_id STRING
// column archived BOOLEAN
// column occurred_at_ms INTEGER
UNWIND $episode_ids AS episode_id
MATCH (e:Episode {namespace: $namespace, episode_id: episode_id})
SET e.namespace = $namespace
RETURN e.episode_id AS episode_id, e.archived AS archived, e.occurred_at_ms AS occurred_at_ms
