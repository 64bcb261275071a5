// episodes.get_payload: what an episode was given, to merge an update into it
// mode: read
// param namespace STRING - tenant
// param episode_id STRING - episode
// column payload STRING
// column payload_hash STRING
// column content STRING
// column occurred_at_ms INTEGER
// column recorded_at_ms INTEGER
// column turn INTEGER | NULL
// column conversation_id STRING | NULL
MATCH (e:Episode {namespace: $namespace, episode_id: $episode_id})
RETURN e.payload AS payload, e.payload_hash AS payload_hash, e.content AS content, e.occurred_at_ms AS occurred_at_ms,
  e.recorded_at_ms AS recorded_at_ms, e.turn AS turn, e.conversation_id AS conversation_id
