// migrations.0001_episode_key: an episode id is unique in its namespace
// mode: schema
CREATE CONSTRAINT episode_key IF NOT EXISTS
FOR (e:Episode) REQUIRE (e.namespace, e.episode_id) IS UNIQUE
