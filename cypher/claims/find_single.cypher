// claims.find_single: which subjects have, or had, one value of a predicate at a time, and when the predicate was declared so
// mode: read
// param namespace STRING - tenant
// param rows LIST<MAP> - subject (canonical name), subjects (its spellings), predicate
// column subject STRING
// column predicate STRING
// column switches LIST<INTEGER> - moments at which the predicate was declared single-valued and not, in turn
UNWIND $rows AS row
OPTIONAL MATCH (p:Predicate {namespace: $namespace, name: row.predicate})
CALL (row) {
  UNWIND row.subjects AS subject
  MATCH ()-[c:CLAIMS]->()
  WHERE c.namespace = $namespace AND c.functional_of = subject AND c.predicate = row.predicate
  RETURN count(*) AS marked
}
WITH row, p, marked
WHERE p IS NOT NULL OR marked > 0
RETURN row.subject AS subject, row.predicate AS predicate, coalesce(p.switched_ms, []) AS switches
