// migrations.0046_episode_archived: find the archived episodes of a namespace
// mode: schema
CREATE INDEX episode_archived IF NOT EXISTS
FOR (e:Episode) ON (e.namespace, e.archived)
