// links.count: live episodes of a namespace behind an id
// mode: read
// param namespace STRING - tenant
// param after STRING - id, empty for all
// column episodes INTEGER
MATCH (e:Episode)
WHERE e.namespace = $namespace AND e.episode_id > $after AND NOT e.archived
RETURN count(e) AS episodes
