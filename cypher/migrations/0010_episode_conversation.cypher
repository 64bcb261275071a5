// migrations.0010_episode_conversation: episodes of a conversation, in time
// mode: schema
CREATE INDEX episode_conversation IF NOT EXISTS
FOR (e:Episode) ON (e.namespace, e.conversation_id, e.occurred_at_ms)
