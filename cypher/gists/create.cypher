// gists.create: write the gist of a session that has none; returns the number of its version
// mode: write
// param namespace STRING - tenant
// param session_id STRING - session, locked
// param gist_id STRING - id of its gist
// param props MAP - what it holds
// param embedding LIST<FLOAT> - vector of its text
// column version INTEGER
MATCH (s:Session {namespace: $namespace, session_id: $session_id})
SET s.gist_version = coalesce(s.gist_version, 0) + 1
CREATE (g:Gist {namespace: $namespace, gist_id: $gist_id})
SET g += $props, g.version = s.gist_version
CREATE (g)-[:SUMMARIZES {namespace: $namespace}]->(s)
WITH g
CALL db.create.setNodeVectorProperty(g, 'embedding', $embedding)
RETURN g.version AS version
