// aliases.describe: what an alias is itself: its type where none is known, and whether it was asserted
// mode: write
// param namespace STRING - tenant
// param rows LIST<MAP> - canonical_name, type, asserted; sorted by name; the entities are locked
// column changed STRING - entity that shows another type then
UNWIND $rows AS row
MATCH (a:Alias {namespace: $namespace, canonical_name: row.canonical_name})
WITH a, row, a.type = 'entity' AND row.type <> 'entity' AS learned
SET a.type = CASE WHEN learned THEN row.type ELSE a.type END, a.asserted = a.asserted OR row.asserted
WITH a, learned WHERE learned
MATCH (a)-[:ALIAS_OF*1..]->(n:Entity)
RETURN DISTINCT n.canonical_name AS changed ORDER BY changed
