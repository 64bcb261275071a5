// gists.list_orphans: gists without their session, and pages without their gist
// mode: read
// param namespace STRING - tenant
// column session_id STRING
MATCH (g:Gist)
WHERE g.namespace = $namespace AND g.gist_id IS NOT NULL AND NOT EXISTS { (g)-[:SUMMARIZES]->(:Session) }
RETURN g.session_id AS session_id
UNION
MATCH (p:Page)
WHERE p.namespace = $namespace AND p.page_id IS NOT NULL AND NOT EXISTS { (:Gist)-[:HAS_PAGE]->(p) }
RETURN p.session_id AS session_id
