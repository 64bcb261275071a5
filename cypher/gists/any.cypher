// gists.any: whether a namespace holds a gist at all
// mode: read
// param namespace STRING - tenant
// column gist_id STRING
MATCH (g:Gist)
WHERE g.namespace = $namespace AND g.gist_id IS NOT NULL
RETURN g.gist_id AS gist_id LIMIT 1
