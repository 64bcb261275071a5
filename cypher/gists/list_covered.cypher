// gists.list_covered: the episodes of a page in order, with their text
// mode: read
// param namespace STRING - tenant
// param page_id STRING - page
// column episode_id STRING
MATCH (p:Page {namespace: $namespace, page_id: $page_id})-[:COVERS]->(e)
RETURN e.episode_id AS episode_id
ORDER BY e.turn
