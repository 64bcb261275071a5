// aliases.total: bring mentions of entities to what they and their aliases are mentioned together
// mode: write
// param namespace STRING - tenant
// param rows LIST<MAP> - episode_id, canonical_name of an entity; sorted by name
// column created INTEGER - mentions of entities that are mentioned by an alias only
UNWIND $rows AS row
MATCH (e:Episode {namespace: $namespace, episode_id: row.episode_id})
CALL (row) {
  MATCH (n:Entity {namespace: $namespace, canonical_name: row.canonical_name})
  RETURN n
}
OPTIONAL MATCH (e)-[m:MENTIONS]->(n)
WITH e, n, m, coalesce(m.own_count, m.count, 0) AS own, coalesce(m.own_asserted, m.asserted, false) AS own_asserted,
  COLLECT {
    MATCH (e)-[by:MENTIONS]->(a:Alias)
    WHERE EXISTS { (a)-[:ALIAS_OF*1..]->(n) }
    RETURN [by.count, CASE WHEN by.asserted THEN 1 ELSE 0 END]
  } AS spelled
WITH e, n, m, own, own_asserted, size(spelled) > 0 AS shared,
  reduce(sum = own, s IN spelled | sum + s[0]) AS total,
  own_asserted OR any(s IN spelled WHERE s[1] = 1) AS asserted
FOREACH (_ IN CASE WHEN total = 0 AND m IS NOT NULL THEN [1] ELSE [] END | DELETE m)
FOREACH (_ IN CASE WHEN total > 0 THEN [1] ELSE [] END |
  MERGE (e)-[t:MENTIONS]->(n)
  SET t.namespace = $namespace, t.count = total, t.asserted = CASE WHEN asserted THEN true END,
    t.own_count = CASE WHEN shared THEN own END, t.own_asserted = CASE WHEN shared THEN own_asserted END)
RETURN sum(CASE WHEN m IS NULL AND total > 0 THEN 1 ELSE 0 END) AS created
