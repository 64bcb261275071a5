// dictionary.give: give the next codes to entities and predicates that have none, in order; the dictionary and the entities are locked
// mode: write
// param namespace STRING - tenant
// param rows LIST<MAP> - kind, name; in the order of the codes
// column given INTEGER
UNWIND $rows AS row
CALL (row) {
  WITH row WHERE row.kind = 'entity'
  MATCH (n:Entity {namespace: $namespace, canonical_name: row.name})
  RETURN n
  UNION ALL
  WITH row WHERE row.kind = 'predicate'
  MATCH (n:Predicate {namespace: $namespace, name: row.name})
  RETURN n
}
WITH n WHERE n.code IS NULL
WITH collect(n) AS new
MATCH (d:Dictionary {namespace: $namespace})
WITH d, d.codes AS first, new
SET d.codes = first + size(new)
WITH first, new
UNWIND range(0, size(new) - 1) AS place
WITH first + place AS code, new[place] AS n
SET n:Coded, n.code = code
RETURN count(n) AS given
