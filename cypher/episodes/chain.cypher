// episodes.chain: make each row the only NEXT of its source
// mode: write
// param namespace STRING - tenant
// param rows LIST<MAP> - source, target (episode ids)
UNWIND $rows AS row
MATCH (source:Episode {namespace: $namespace, episode_id: row.source})
CALL (row) {
  MATCH (target:Episode {namespace: $namespace, episode_id: row.target})
  RETURN target
}
OPTIONAL MATCH (source)-[old:NEXT]->(other)
WHERE other <> target
DELETE old
MERGE (source)-[next:NEXT]->(target)
SET next.namespace = $namespace, next.turn = target.turn
