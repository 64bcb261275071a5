// migrations.0047_commit_names: create the names that queries of projections read before anything was written with them
// mode: schema
// column named INTEGER
CALL db.createLabel('CommitCount')
UNWIND ['shard', 'commits', 'since_ms', 'weight'] AS key
CALL db.createProperty(key)
RETURN count(*) AS named
