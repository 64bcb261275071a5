// projection.paths: for each hit the strongest path from a seed over what is live and holds, in one pass for all hits
// mode: read
// param namespace STRING - tenant
// param seeds LIST<MAP> - kind, key, weight (share of all seeds), favor (factor by which its paths count when they are compared)
// param hits LIST<STRING> - episode ids
// param archived LIST<BOOLEAN> - states of episodes to walk over
// param to_ms INTEGER - end of the time that may be walked over, exclusive
// param at_ms INTEGER - valid time
// param known_ms INTEGER - recorded time
// param damping_factor FLOAT - chance to follow an edge
// param mentions FLOAT - weight of MENTIONS; the greatest of the weights is 1
// param facts FLOAT - weight of a fact
// param synonyms FLOAT - weight of SYNONYM_OF, times its score
// param similar FLOAT - weight of SIMILAR_TO, times its score
// param next FLOAT - weight of NEXT
// param causes FLOAT - weight of CAUSED_BY, times its confidence
// param least FLOAT - strength below which a walk ends that has not come to a neighbour of a hit
// param few FLOAT - a node whose weights in the store come to more is taken to have all of them, ended ones too
// column hit STRING
// column strength FLOAT - seed weight times the chance of each step
// column steps LIST<MAP> - source, relation, target (names, as the relation reads), valid_from_ms, valid_to_ms
// column nodes LIST<STRING> - ids, from the seed to the hit
CALL () {
  UNWIND $seeds AS seed
  CALL (seed) {
    WITH seed WHERE seed.kind = 'episode'
    MATCH (n:Episode {namespace: $namespace, episode_id: seed.key})
    WHERE n.archived IN $archived AND n.occurred_at_ms < $to_ms AND n.recorded_at_ms <= $known_ms
    RETURN n
    UNION ALL
    WITH seed WHERE seed.kind = 'entity'
    MATCH (n:Entity {namespace: $namespace, canonical_name: seed.key})
    RETURN n
  }
  RETURN collect({node: n, favor: seed.favor, seed: seed.key, nodes: [n], steps: [], strength: seed.weight}) AS level0
}
CALL (level0) {
  UNWIND level0 AS walk
  WITH walk, walk.node AS n
  WHERE walk.strength * $damping_factor >= $least
  WITH walk, n, $mentions * COUNT { (n)-[:MENTIONS]-() } + $facts * COUNT { (n)-[:RELATES_TO]-() }
    + $synonyms * COUNT { (n)-[:SYNONYM_OF]-() } + $similar * COUNT { (n)-[:SIMILAR_TO]-() }
    + $next * COUNT { (n)-[:NEXT]-() } + $causes * COUNT { (n)-[:CAUSED_BY]-() } AS stored
  WHERE walk.strength * $damping_factor >= $least * stored
  MATCH (n)-[r:MENTIONS|RELATES_TO|SYNONYM_OF|SIMILAR_TO|NEXT|CAUSED_BY]-(o)
  WHERE o.namespace = $namespace AND (o:Entity OR
      (o.archived IN $archived AND o.occurred_at_ms < $to_ms AND o.recorded_at_ms <= $known_ms))
    AND coalesce(r.recorded_at_ms, r.linked_at_ms, $known_ms) <= $known_ms
    AND coalesce(r.valid_from_ms, $at_ms) <= $at_ms AND coalesce(r.valid_to_ms, $at_ms + 1) > $at_ms
    AND coalesce(r.invalidated_at_ms, $known_ms + 1) > $known_ms
  WITH walk, o, r, CASE type(r) WHEN 'MENTIONS' THEN $mentions WHEN 'RELATES_TO' THEN $facts WHEN 'NEXT' THEN $next
    WHEN 'SYNONYM_OF' THEN $synonyms * r.score WHEN 'SIMILAR_TO' THEN $similar * r.score
    ELSE $causes * r.confidence END AS weight
  WHERE weight > 0
  WITH walk, sum(weight) AS total, collect({o: o, r: r, weight: weight}) AS steps
  UNWIND steps AS step
  WITH walk, step.r AS r, step.o AS o, walk.strength * $damping_factor * step.weight / total AS strength
  WHERE strength >= $least
  ORDER BY strength DESC, walk.seed, coalesce(r.predicate, type(r)), coalesce(walk.node.name, walk.node.episode_id)
  WITH walk.favor AS favor, o, collect({seed: walk.seed, nodes: walk.nodes + [o], steps: walk.steps + [r],
    strength: strength})[0] AS best
  RETURN collect({node: o, favor: favor, seed: best.seed, nodes: best.nodes, steps: best.steps,
    strength: best.strength}) AS level1
}
CALL (level1) {
  UNWIND level1 AS walk
  WITH walk, walk.node AS n
  WHERE walk.strength * $damping_factor >= $least
  WITH walk, n, $mentions * COUNT { (n)-[:MENTIONS]-() } + $facts * COUNT { (n)-[:RELATES_TO]-() }
    + $synonyms * COUNT { (n)-[:SYNONYM_OF]-() } + $similar * COUNT { (n)-[:SIMILAR_TO]-() }
    + $next * COUNT { (n)-[:NEXT]-() } + $causes * COUNT { (n)-[:CAUSED_BY]-() } AS stored
  WHERE walk.strength * $damping_factor >= $least * stored
  MATCH (n)-[r:MENTIONS|RELATES_TO|SYNONYM_OF|SIMILAR_TO|NEXT|CAUSED_BY]-(o)
  WHERE o.namespace = $namespace AND (o:Entity OR
      (o.archived IN $archived AND o.occurred_at_ms < $to_ms AND o.recorded_at_ms <= $known_ms))
    AND coalesce(r.recorded_at_ms, r.linked_at_ms, $known_ms) <= $known_ms
    AND coalesce(r.valid_from_ms, $at_ms) <= $at_ms AND coalesce(r.valid_to_ms, $at_ms + 1) > $at_ms
    AND coalesce(r.invalidated_at_ms, $known_ms + 1) > $known_ms
  WITH walk, o, r, CASE type(r) WHEN 'MENTIONS' THEN $mentions WHEN 'RELATES_TO' THEN $facts WHEN 'NEXT' THEN $next
    WHEN 'SYNONYM_OF' THEN $synonyms * r.score WHEN 'SIMILAR_TO' THEN $similar * r.score
    ELSE $causes * r.confidence END AS weight
  WHERE weight > 0
  WITH walk, sum(weight) AS total, collect({o: o, r: r, weight: weight}) AS steps
  UNWIND steps AS step
  WITH walk, step.r AS r, step.o AS o, walk.strength * $damping_factor * step.weight / total AS strength
  WHERE strength >= $least
  ORDER BY strength DESC, walk.seed, coalesce(r.predicate, type(r)), coalesce(walk.node.name, walk.node.episode_id)
  WITH walk.favor AS favor, o, collect({seed: walk.seed, nodes: walk.nodes + [o], steps: walk.steps + [r],
    strength: strength})[0] AS best
  RETURN collect({node: o, favor: favor, seed: best.seed, nodes: best.nodes, steps: best.steps,
    strength: best.strength}) AS level2
}
CALL (level2) {
  UNWIND level2 AS walk
  WITH walk, walk.node AS n
  WHERE walk.strength * $damping_factor >= $least
  WITH walk, n, $mentions * COUNT { (n)-[:MENTIONS]-() } + $facts * COUNT { (n)-[:RELATES_TO]-() }
    + $synonyms * COUNT { (n)-[:SYNONYM_OF]-() } + $similar * COUNT { (n)-[:SIMILAR_TO]-() }
    + $next * COUNT { (n)-[:NEXT]-() } + $causes * COUNT { (n)-[:CAUSED_BY]-() } AS stored
  WHERE walk.strength * $damping_factor >= $least * stored
  MATCH (n)-[r:MENTIONS|RELATES_TO|SYNONYM_OF|SIMILAR_TO|NEXT|CAUSED_BY]-(o)
  WHERE o.namespace = $namespace AND (o:Entity OR
      (o.archived IN $archived AND o.occurred_at_ms < $to_ms AND o.recorded_at_ms <= $known_ms))
    AND coalesce(r.recorded_at_ms, r.linked_at_ms, $known_ms) <= $known_ms
    AND coalesce(r.valid_from_ms, $at_ms) <= $at_ms AND coalesce(r.valid_to_ms, $at_ms + 1) > $at_ms
    AND coalesce(r.invalidated_at_ms, $known_ms + 1) > $known_ms
  WITH walk, o, r, CASE type(r) WHEN 'MENTIONS' THEN $mentions WHEN 'RELATES_TO' THEN $facts WHEN 'NEXT' THEN $next
    WHEN 'SYNONYM_OF' THEN $synonyms * r.score WHEN 'SIMILAR_TO' THEN $similar * r.score
    ELSE $causes * r.confidence END AS weight
  WHERE weight > 0
  WITH walk, sum(weight) AS total, collect({o: o, r: r, weight: weight}) AS steps
  UNWIND steps AS step
  WITH walk, step.r AS r, step.o AS o, walk.strength * $damping_factor * step.weight / total AS strength
  WHERE strength >= $least
  ORDER BY strength DESC, walk.seed, coalesce(r.predicate, type(r)), coalesce(walk.node.name, walk.node.episode_id)
  WITH walk.favor AS favor, o, collect({seed: walk.seed, nodes: walk.nodes + [o], steps: walk.steps + [r],
    strength: strength})[0] AS best
  RETURN collect({node: o, favor: favor, seed: best.seed, nodes: best.nodes, steps: best.steps,
    strength: best.strength}) AS level3
}
CALL (level0, level1, level2, level3) {
  UNWIND level0 + level1 + level2 + level3 AS walk
  RETURN walk.node AS n, walk, null AS last
  UNION ALL
  UNWIND $hits AS hit
  MATCH (h:Episode {namespace: $namespace, episode_id: hit})
  MATCH (h)-[r:MENTIONS|RELATES_TO|SYNONYM_OF|SIMILAR_TO|NEXT|CAUSED_BY]-(o)
  WHERE o.namespace = $namespace AND (o:Entity OR
      (o.archived IN $archived AND o.occurred_at_ms < $to_ms AND o.recorded_at_ms <= $known_ms))
    AND coalesce(r.recorded_at_ms, r.linked_at_ms, $known_ms) <= $known_ms
    AND coalesce(r.valid_from_ms, $at_ms) <= $at_ms AND coalesce(r.valid_to_ms, $at_ms + 1) > $at_ms
    AND coalesce(r.invalidated_at_ms, $known_ms + 1) > $known_ms
  RETURN o AS n, null AS walk, {h: h, r: r} AS last
}
WITH n, collect(walk) AS walks, collect(last) AS ends
WHERE size(walks) > 0 AND size(ends) > 0
WITH n, walks, ends, $mentions * COUNT { (n)-[:MENTIONS]-() } + $facts * COUNT { (n)-[:RELATES_TO]-() }
    + $synonyms * COUNT { (n)-[:SYNONYM_OF]-() } + $similar * COUNT { (n)-[:SIMILAR_TO]-() }
    + $next * COUNT { (n)-[:NEXT]-() } + $causes * COUNT { (n)-[:CAUSED_BY]-() } AS stored
CALL (n, stored) {
  WITH n, stored WHERE stored > $few
  RETURN stored AS total
  UNION ALL
  WITH n, stored WHERE stored <= $few
  MATCH (n)-[r:MENTIONS|RELATES_TO|SYNONYM_OF|SIMILAR_TO|NEXT|CAUSED_BY]-(o)
  WHERE o.namespace = $namespace AND (o:Entity OR
      (o.archived IN $archived AND o.occurred_at_ms < $to_ms AND o.recorded_at_ms <= $known_ms))
    AND coalesce(r.recorded_at_ms, r.linked_at_ms, $known_ms) <= $known_ms
    AND coalesce(r.valid_from_ms, $at_ms) <= $at_ms AND coalesce(r.valid_to_ms, $at_ms + 1) > $at_ms
    AND coalesce(r.invalidated_at_ms, $known_ms + 1) > $known_ms
  WITH n, sum(CASE type(r) WHEN 'MENTIONS' THEN $mentions WHEN 'RELATES_TO' THEN $facts WHEN 'NEXT' THEN $next
    WHEN 'SYNONYM_OF' THEN $synonyms * r.score WHEN 'SIMILAR_TO' THEN $similar * r.score
    ELSE $causes * r.confidence END) AS total
  WHERE total > 0
  RETURN total
}
UNWIND ends AS last
UNWIND walks AS walk
WITH last.h AS h, last.r AS r, walk, total
WHERE NOT last.h IN walk.nodes
WITH h, r, walk, walk.strength * $damping_factor / total *
    CASE type(r) WHEN 'MENTIONS' THEN $mentions WHEN 'RELATES_TO' THEN $facts WHEN 'NEXT' THEN $next
    WHEN 'SYNONYM_OF' THEN $synonyms * r.score WHEN 'SIMILAR_TO' THEN $similar * r.score
    ELSE $causes * r.confidence END AS strength
WHERE strength > 0
ORDER BY strength * walk.favor DESC, size(walk.steps), walk.seed, coalesce(r.predicate, type(r)),
  coalesce(walk.node.name, walk.node.episode_id)
WITH h, collect({nodes: walk.nodes + [h], steps: walk.steps + [r], strength: strength})[0] AS best
RETURN h.episode_id AS hit, best.strength AS strength,
  [r IN best.steps | {source: coalesce(startNode(r).name, startNode(r).episode_id),
    relation: coalesce(r.predicate, type(r)), target: coalesce(endNode(r).name, endNode(r).episode_id),
    valid_from_ms: r.valid_from_ms, valid_to_ms: r.valid_to_ms}] AS steps,
  [n IN best.nodes | coalesce(n.entity_id, n.episode_id)] AS nodes
