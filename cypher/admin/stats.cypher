// admin.stats: counts of a namespace
// mode: read
// param namespace STRING - tenant
// column episodes INTEGER
// column entities INTEGER
// column facts INTEGER
// column similar_to INTEGER
// column caused_by INTEGER
// column gists INTEGER
// column sessions INTEGER
RETURN
  COUNT { MATCH (e:Episode) WHERE e.namespace = $namespace AND e.episode_id IS NOT NULL } AS episodes,
  COUNT { MATCH (n:Entity) WHERE n.namespace = $namespace AND n.canonical_name IS NOT NULL } AS entities,
  COUNT { MATCH ()-[f:RELATES_TO]->() WHERE f.namespace = $namespace AND f.live_to_ms > -9007199254740991 } AS facts,
  COUNT {
    MATCH (e:Episode)-[:SIMILAR_TO]->() WHERE e.namespace = $namespace AND e.episode_id IS NOT NULL
  } AS similar_to,
  COUNT {
    MATCH (e:Episode)-[:CAUSED_BY]->() WHERE e.namespace = $namespace AND e.episode_id IS NOT NULL
  } AS caused_by,
  COUNT { MATCH (g:Gist) WHERE g.namespace = $namespace AND g.gist_id IS NOT NULL } AS gists,
  COUNT { MATCH (s:Session) WHERE s.namespace = $namespace AND s.session_id IS NOT NULL } AS sessions
