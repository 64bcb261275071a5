// migrations.0011_episode_length: lengths of the episodes of a namespace, for the statistics of full-text scores
// mode: schema
CREATE INDEX episode_length IF NOT EXISTS
FOR (e:Episode) ON (e.namespace, e.word_count)
