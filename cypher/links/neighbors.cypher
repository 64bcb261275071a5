// links.neighbors: episodes linked to an episode, read in both directions
// mode: read
// param namespace STRING - tenant
// param episode_id STRING - episode
// param include_archived BOOLEAN - archived ones too
// param to_ms INTEGER - end of the window of time, exclusive
// param known_ms INTEGER - recorded time
// param limit INTEGER - neighbours at most
// column episode_id STRING
// column content STRING
// column score FLOAT
MATCH (e:Episode {namespace: $namespace, episode_id: $episode_id})-[l:SIMILAR_TO]-(o:Episode)
WHERE o.namespace = $namespace AND (NOT o.archived OR $include_archived)
  AND o.occurred_at_ms < $to_ms AND o.recorded_at_ms <= $known_ms AND l.linked_at_ms <= $known_ms
RETURN o.episode_id AS episode_id, o.content AS content, l.score AS score
ORDER BY score DESC, episode_id LIMIT $limit
