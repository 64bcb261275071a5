// facts.withdraw: take an episode back as a source; a fact without another source goes
// mode: write
// param namespace STRING - tenant
// param episode_id STRING - source that is gone
// param names LIST<STRING> - canonical names of the subjects it may speak of
// param keep LIST<STRING> - facts that it still states
// column deleted INTEGER
UNWIND $names AS name
MATCH (s:Entity {namespace: $namespace, canonical_name: name})-[f:RELATES_TO]->(o:Entity)
WHERE $episode_id IN f.sources AND NOT f.fact_id IN $keep
WITH f, [i IN range(0, size(f.sources) - 1) WHERE f.sources[i] <> $episode_id | [f.sources[i], f.source_confidences[i]]] AS rest
SET f.sources = [pair IN rest | pair[0]], f.source_confidences = [pair IN rest | pair[1]],
    f.confidence = reduce(total = 0.0, pair IN rest | total + pair[1] * (1 - total))
WITH f
WHERE size(f.sources) = 0
DELETE f
RETURN count(*) AS deleted
