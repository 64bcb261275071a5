// migrations.0009_episode_turn: turns of a session, in order
// mode: schema
CREATE INDEX episode_turn IF NOT EXISTS
FOR (e:Episode) ON (e.namespace, e.session_id, e.turn)
