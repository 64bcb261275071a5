// episodes.find_hashes: what is stored under given ids, to tell a repeat from a conflict
// mode: read
// param namespace STRING - tenant
// param episode_ids LIST<STRING> - ids to look up
// column episode_id STRING
// column payload_hash STRING
UNWIND $episode_ids AS episode_id
MATCH (e:Episode {namespace: $namespace, episode_id: episode_id})
RETURN e.episode_id AS episode_id, e.payload_hash AS payload_hash
