// facts.create: believe facts between entities
// mode: write
// param namespace STRING - tenant
// param rows LIST<MAP> - subject, object, props, embedding
// column created INTEGER
UNWIND $rows AS row
MATCH (s:Entity {namespace: $namespace, canonical_name: row.subject})
CALL (row) {
  MATCH (o:Entity {namespace: $namespace, canonical_name: row.object})
  RETURN o
}
CREATE (s)-[f:RELATES_TO]->(o)
SET f = row.props
WITH f, row
CALL db.create.setRelationshipVectorProperty(f, 'embedding', row.embedding)
RETURN count(f) AS created
