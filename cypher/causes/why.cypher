// causes.why: the causes of some episodes that hold, are live and known, and happened no later
// mode: read
// param namespace STRING - tenant
// param episode_ids LIST<STRING> - effects
// param characters INTEGER - characters of the content of a cause
// param to_ms INTEGER - end of the time that counts, exclusive
// param at_ms INTEGER - valid time
// param known_ms INTEGER - recorded time
// column effect STRING
// column cause STRING
// column content STRING
// column confidence FLOAT
// column kind STRING
// column source STRING | NULL
// column occurred_at_ms INTEGER
UNWIND $episode_ids AS episode_id
MATCH (effect:Episode {namespace: $namespace, episode_id: episode_id})-[c:CAUSED_BY]->(cause:Episode)
WHERE effect.occurred_at_ms < $to_ms AND effect.recorded_at_ms <= $known_ms
  AND NOT cause.archived AND cause.occurred_at_ms <= effect.occurred_at_ms AND cause.recorded_at_ms <= $known_ms
  AND c.valid_from_ms <= $at_ms AND c.valid_to_ms > $at_ms
  AND c.recorded_at_ms <= $known_ms AND c.invalidated_at_ms > $known_ms
RETURN episode_id AS effect, cause.episode_id AS cause, left(cause.content, $characters) AS content,
  c.confidence AS confidence, c.kind AS kind, c.source AS source, cause.occurred_at_ms AS occurred_at_ms
ORDER BY effect, cause, confidence DESC, kind
