// search.any: whether a namespace holds an episode at all
// mode: read
// param namespace STRING - tenant
// column episode_id STRING
MATCH (e:Episode)
WHERE e.namespace = $namespace AND e.episode_id IS NOT NULL
RETURN e.episode_id AS episode_id LIMIT 1
