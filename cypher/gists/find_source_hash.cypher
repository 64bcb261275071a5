// gists.find_source_hash: what the gist of a session was made from; empty where it does not say
// mode: read
// param namespace STRING - tenant
// param gist_id STRING - gist
// column source_hash STRING
MATCH (g:Gist {namespace: $namespace, gist_id: $gist_id})
RETURN coalesce(g.source_hash, '') AS source_hash
