// migrations.0043_commit_key: one counter of writes a namespace and shard
// mode: schema
CREATE CONSTRAINT commit_key IF NOT EXISTS
FOR (c:CommitCount) REQUIRE (c.namespace, c.shard) IS UNIQUE
