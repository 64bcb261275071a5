// synonyms.delete: remove pairs that are not alike enough
// mode: write
// param namespace STRING - tenant
// param rows LIST<MAP> - low, high (canonical names)
// column deleted INTEGER
UNWIND $rows AS row
MATCH (a:Entity {namespace: $namespace, canonical_name: row.low})
CALL (a, row) {
  MATCH (a)-[s:SYNONYM_OF]-(b:Entity {namespace: $namespace, canonical_name: row.high})
  DELETE s
  RETURN count(*) AS deleted
}
RETURN sum(deleted) AS deleted
