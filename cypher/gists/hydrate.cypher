// gists.hydrate: what a reader needs of gists and pages that were found
// mode: read
// param namespace STRING - tenant
// param ids LIST<STRING> - gists and pages
// column id STRING
// column kind STRING
// column text STRING
// column session_id STRING
// column occurred_at_ms INTEGER
UNWIND $ids AS id
MATCH (g:Gist {namespace: $namespace, gist_id: id})
RETURN id, 'gist' AS kind, g.text AS text, g.session_id AS session_id, g.occurred_at_ms AS occurred_at_ms
UNION ALL
UNWIND $ids AS id
MATCH (p:Page {namespace: $namespace, page_id: id})
RETURN id, 'page' AS kind, p.text AS text, p.session_id AS session_id, p.occurred_at_ms AS occurred_at_ms
