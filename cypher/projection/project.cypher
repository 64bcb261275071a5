// projection.project: project what is live and holds, of one namespace, with the weight of each kind of relationship
// mode: read
// param namespace STRING - tenant
// param graph_name STRING - unique name of the projection
// param archived LIST<BOOLEAN> - states to look at
// param to_ms INTEGER - end of the window of time, exclusive
// param at_ms INTEGER - valid time
// param live_after_ms INTEGER - facts that are believed and hold longer than this; the open past lets all pass
// param known_ms INTEGER - recorded time
// param mentions FLOAT - weight of MENTIONS
// param facts FLOAT - weight of a fact
// param similar FLOAT - weight of SIMILAR_TO, times its score
// param next FLOAT - weight of NEXT
// param causes FLOAT - weight of CAUSED_BY, times its confidence
// param synonyms FLOAT - weight of SYNONYM_OF, times its score
// column projection MAP
CALL () {
  MATCH (e:Episode)
  WHERE e.namespace = $namespace AND e.episode_id IS NOT NULL
    AND e.archived IN $archived AND e.occurred_at_ms < $to_ms AND e.recorded_at_ms <= $known_ms
  RETURN e AS source, null AS target, 0.0 AS weight
  UNION ALL
  MATCH (n:Entity)
  WHERE n.namespace = $namespace AND n.canonical_name IS NOT NULL
  RETURN n AS source, null AS target, 0.0 AS weight
  UNION ALL
  MATCH (e:Episode)-[:MENTIONS]->(n:Entity)
  WHERE $mentions > 0 AND e.namespace = $namespace AND e.episode_id IS NOT NULL
    AND e.archived IN $archived AND e.occurred_at_ms < $to_ms AND e.recorded_at_ms <= $known_ms
    AND n.namespace = $namespace
  RETURN e AS source, n AS target, $mentions AS weight
  UNION ALL
  MATCH (s:Entity)-[f:RELATES_TO]->(o:Entity)
  WHERE $facts > 0 AND f.namespace = $namespace AND f.live_to_ms > $live_after_ms
    AND f.valid_from_ms <= $at_ms AND f.valid_to_ms > $at_ms
    AND f.recorded_at_ms <= $known_ms AND f.invalidated_at_ms > $known_ms
  RETURN s AS source, o AS target, $facts AS weight
  UNION ALL
  MATCH (e:Episode)-[l:SIMILAR_TO]->(o:Episode)
  WHERE $similar > 0 AND e.namespace = $namespace AND e.episode_id IS NOT NULL
    AND e.archived IN $archived AND e.occurred_at_ms < $to_ms AND e.recorded_at_ms <= $known_ms
    AND o.namespace = $namespace
    AND o.archived IN $archived AND o.occurred_at_ms < $to_ms AND o.recorded_at_ms <= $known_ms
    AND l.linked_at_ms <= $known_ms
  RETURN e AS source, o AS target, $similar * l.score AS weight
  UNION ALL
  MATCH (e:Episode)-[:NEXT]->(o:Episode)
  WHERE $next > 0 AND e.namespace = $namespace AND e.episode_id IS NOT NULL
    AND e.archived IN $archived AND e.occurred_at_ms < $to_ms AND e.recorded_at_ms <= $known_ms
    AND o.namespace = $namespace
    AND o.archived IN $archived AND o.occurred_at_ms < $to_ms AND o.recorded_at_ms <= $known_ms
  RETURN e AS source, o AS target, $next AS weight
  UNION ALL
  MATCH (e:Episode)-[c:CAUSED_BY]->(o:Episode)
  WHERE $causes > 0 AND e.namespace = $namespace AND e.episode_id IS NOT NULL
    AND e.archived IN $archived AND e.occurred_at_ms < $to_ms AND e.recorded_at_ms <= $known_ms
    AND o.namespace = $namespace
    AND o.archived IN $archived AND o.occurred_at_ms < $to_ms AND o.recorded_at_ms <= $known_ms
    AND c.valid_from_ms <= $at_ms AND c.valid_to_ms > $at_ms
    AND c.recorded_at_ms <= $known_ms AND c.invalidated_at_ms > $known_ms
  RETURN e AS source, o AS target, $causes * c.confidence AS weight
  UNION ALL
  MATCH (n:Entity)-[l:SYNONYM_OF]->(o:Entity) USING INDEX n:Entity(namespace, canonical_name)
  WHERE $synonyms > 0 AND n.namespace = $namespace AND n.canonical_name IS NOT NULL
    AND o.namespace = $namespace AND l.linked_at_ms <= $known_ms
  RETURN n AS source, o AS target, $synonyms * l.score AS weight
}
RETURN gds.graph.project($graph_name, source, target,
  {relationshipProperties: CASE WHEN target IS NULL THEN null ELSE {weight: weight} END},
  {undirectedRelationshipTypes: ['*'], readConcurrency: 1}) AS projection
