// gists.list_sessions: sessions in the order of their ids, how many turns each has, and the source of its gist
// mode: read
// param namespace STRING - tenant
// param after STRING - last session of the page before; empty for the first
// param limit INTEGER - sessions at most
// column session_id STRING
// column turns INTEGER
// column source_hash STRING | NULL - empty where the gist does not say
MATCH (s:Session)
WHERE s.namespace = $namespace AND s.session_id > $after
WITH s ORDER BY s.session_id LIMIT $limit
RETURN s.session_id AS session_id, COUNT { (s)-[:HAS_EPISODE]->() } AS turns,
  head(COLLECT { MATCH (s)<-[:SUMMARIZES]-(g:Gist) RETURN coalesce(g.source_hash, '') }) AS source_hash
ORDER BY session_id
