// facts.withdraw: take an episode back as a source; a fact without another source goes
// mode: write
// param namespace STRING - tenant
// param episode_id STRING - source that is gone
// param names LIST<STRING> - canonical names of the subjects it may speak of
// column deleted INTEGER
UNWIND $names AS name
MATCH (s:Entity {namespace: $namespace, canonical_name: name})-[f:RELATES_TO]->(o:Entity)
WHERE $episode_id IN f.sources
SET f.sources = [source IN f.sources WHERE source <> $episode_id]
WITH f, o
WHERE size(f.sources) = 0
DELETE f
RETURN count(*) AS deleted
