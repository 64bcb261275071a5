// entities.mention: connect episodes to the names they mention; the totals of entities with aliases come after it
// mode: write
// param namespace STRING - tenant
// param rows LIST<MAP> - episode_id, canonical_name (of an entity or an alias), count, asserted; sorted by name
// column created INTEGER - of entities
UNWIND $rows AS row
MATCH (e:Episode {namespace: $namespace, episode_id: row.episode_id})
CALL (row) {
  MATCH (n:Entity {namespace: $namespace, canonical_name: row.canonical_name}) RETURN n
  UNION ALL
  MATCH (n:Alias {namespace: $namespace, canonical_name: row.canonical_name}) RETURN n
}
WITH e, n, row, EXISTS { (e)-[:MENTIONS]->(n) } AS known
MERGE (e)-[m:MENTIONS]->(n)
ON CREATE SET m.namespace = $namespace, m.count = row.count
ON MATCH SET m.own_count = CASE WHEN m.own_count = 0 THEN row.count ELSE m.own_count END
FOREACH (_ IN CASE WHEN row.asserted THEN [1] ELSE [] END |
  SET m.asserted = true, m.own_asserted = CASE WHEN m.own_count IS NOT NULL THEN true END)
RETURN sum(CASE WHEN known OR n:Alias THEN 0 ELSE 1 END) AS created
