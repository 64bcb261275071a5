// links.list_vectors: vectors of a page of live episodes
// mode: read
// param namespace STRING - tenant
// param after STRING - last id of the page before, empty at first
// param limit INTEGER - episodes of a page
// column episode_id STRING
// column embedding LIST<FLOAT>
MATCH (e:Episode)
WHERE e.namespace = $namespace AND e.episode_id > $after AND NOT e.archived
RETURN e.episode_id AS episode_id, e.embedding AS embedding
ORDER BY e.episode_id LIMIT $limit
