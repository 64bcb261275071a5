// facts.find_known: which sentences of facts have a vector already
// mode: read
// param namespace STRING - tenant
// param rows LIST<MAP> - subject, predicate, object, text
// column text STRING
UNWIND $rows AS row
CALL (row) {
  MATCH ()-[f:RELATES_TO]->()
  WHERE f.namespace = $namespace AND f.subject = row.subject AND f.predicate = row.predicate AND f.object = row.object
    AND f.text = row.text
  RETURN f LIMIT 1
}
RETURN row.text AS text
