// links.delete: remove links of pairs
// mode: write
// param namespace STRING - tenant
// param rows LIST<MAP> - low, high (ids)
// column deleted INTEGER
UNWIND $rows AS row
MATCH (a:Episode {namespace: $namespace, episode_id: row.low})
CALL (a, row) {
  MATCH (a)-[l:SIMILAR_TO]-(b:Episode {namespace: $namespace, episode_id: row.high})
  DELETE l
  RETURN count(*) AS deleted
}
RETURN sum(deleted) AS deleted
