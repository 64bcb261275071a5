// migrations.0015_episode_fulltext: episodes by words; ns_token is a required clause of every query
// mode: schema
CREATE FULLTEXT INDEX episode_fulltext IF NOT EXISTS
FOR (e:Episode) ON EACH [e.ns_token, e.content]
OPTIONS {indexConfig: {`fulltext.analyzer`: 'english'}}
