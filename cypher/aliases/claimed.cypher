// aliases.claimed: which facts are claimed of names, as spelled
// mode: read
// param namespace STRING - tenant
// param names LIST<STRING> - canonical names of entities and aliases
// column subject STRING
// column predicate STRING
// column object STRING
UNWIND $names AS name
CALL (name) {
  MATCH (n:Entity {namespace: $namespace, canonical_name: name}) RETURN n
  UNION ALL
  MATCH (n:Alias {namespace: $namespace, canonical_name: name}) RETURN n
}
MATCH (n)-[c:CLAIMS]-()
RETURN DISTINCT c.subject AS subject, c.predicate AS predicate, c.object AS object
