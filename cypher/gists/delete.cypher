// gists.delete: delete the gist of a session with its pages
// mode: write
// param namespace STRING - tenant
// param gist_id STRING - gist
// column deleted INTEGER
MATCH (g:Gist {namespace: $namespace, gist_id: $gist_id})
OPTIONAL MATCH (g)-[:HAS_PAGE]->(p:Page)
WITH g, collect(p) AS pages
FOREACH (p IN pages | DETACH DELETE p)
DETACH DELETE g
RETURN count(*) AS deleted
