// projection.size: nodes and relationships that a projection of a namespace would hold at most, and relationships of all
// mode: read
// param namespace STRING - tenant
// param live_after_ms INTEGER - facts that are believed and hold longer than this; the open past lets all pass
// column nodes INTEGER
// column relationships INTEGER
// column stored MAP - relationships of each type, whatever their namespace
RETURN
  COUNT { MATCH (e:Episode) WHERE e.namespace = $namespace AND e.episode_id IS NOT NULL } +
  COUNT { MATCH (n:Entity) WHERE n.namespace = $namespace AND n.canonical_name IS NOT NULL } AS nodes,
  COUNT { MATCH (e:Episode)-->() WHERE e.namespace = $namespace AND e.episode_id IS NOT NULL } +
  COUNT { MATCH ()-[f:RELATES_TO]->() WHERE f.namespace = $namespace AND f.live_to_ms > $live_after_ms } +
  COUNT {
    MATCH (n:Entity)-[:SYNONYM_OF]->() USING INDEX n:Entity(namespace, canonical_name)
    WHERE n.namespace = $namespace AND n.canonical_name IS NOT NULL
  }
    AS relationships,
  {
    MENTIONS: COUNT { ()-[:MENTIONS]->() }, RELATES_TO: COUNT { ()-[:RELATES_TO]->() },
    SIMILAR_TO: COUNT { ()-[:SIMILAR_TO]->() }, SYNONYM_OF: COUNT { ()-[:SYNONYM_OF]->() },
    NEXT: COUNT { ()-[:NEXT]->() }, CAUSED_BY: COUNT { ()-[:CAUSED_BY]->() }
  } AS stored
