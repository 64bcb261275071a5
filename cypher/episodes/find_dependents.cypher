// episodes.find_dependents: what is connected to an episode, before it is changed or deleted
// mode: write
// param namespace STRING - tenant
// param episode_id STRING - episode
// column session_id STRING | NULL
// column previous STRING | NULL
// column following STRING | NULL
// column links INTEGER
// column entities LIST<STRING>
// column neighbors LIST<STRING>
// column gisted LIST<STRING> - episodes that the gist of its session covers
MATCH (e:Episode {namespace: $namespace, episode_id: $episode_id})
OPTIONAL MATCH (p:Episode)-[:NEXT]->(e)
OPTIONAL MATCH (e)-[:NEXT]->(f:Episode)
RETURN e.session_id AS session_id, p.episode_id AS previous, f.episode_id AS following,
  COUNT { (e)-[:SIMILAR_TO]-() } AS links,
  COLLECT { MATCH (e)-[:MENTIONS]->(n:Entity) RETURN n.canonical_name ORDER BY n.canonical_name } AS entities,
  COLLECT {
    MATCH (e)-[:SIMILAR_TO|CAUSED_BY]-(m:Episode)
    RETURN DISTINCT m.episode_id AS neighbor ORDER BY neighbor
  } AS neighbors,
  COLLECT {
    MATCH (:Session {namespace: $namespace, session_id: e.session_id})<-[:SUMMARIZES]-(:Gist)-[:HAS_PAGE]->(:Page)
      -[:COVERS]->(o:Episode)
    RETURN o.episode_id ORDER BY o.episode_id
  } AS gisted
