// links.list: links of a page of episodes, each pair once
// mode: read
// param namespace STRING - tenant
// param after STRING - last id of the page before, empty at first
// param limit INTEGER - episodes of a page
// column episode_id STRING
// column targets LIST<STRING>
MATCH (e:Episode)
WHERE e.namespace = $namespace AND e.episode_id > $after
WITH e ORDER BY e.episode_id LIMIT $limit
RETURN e.episode_id AS episode_id, COLLECT { MATCH (e)-[:SIMILAR_TO]->(o:Episode) RETURN o.episode_id } AS targets
ORDER BY episode_id
