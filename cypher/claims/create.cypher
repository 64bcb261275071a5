// claims.create: keep what sources said
// mode: write
// param namespace STRING - tenant
// param rows LIST<MAP> - subject, object (as spelled), props
// column created INTEGER
UNWIND $rows AS row
CALL (row) {
  MATCH (s:Entity {namespace: $namespace, canonical_name: row.subject}) RETURN s
  UNION ALL
  MATCH (s:Alias {namespace: $namespace, canonical_name: row.subject}) RETURN s
}
CALL (row) {
  MATCH (o:Entity {namespace: $namespace, canonical_name: row.object}) RETURN o
  UNION ALL
  MATCH (o:Alias {namespace: $namespace, canonical_name: row.object}) RETURN o
}
CREATE (s)-[c:CLAIMS]->(o)
SET c = row.props
RETURN count(c) AS created
