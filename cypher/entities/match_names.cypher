// entities.match_names: entities that names, or initials of names, stand for, with the number of episodes that mention them
// mode: read
// param namespace STRING - tenant
// param names LIST<STRING> - canonical names
// param initials LIST<STRING> - first letters of the words of names
// param any_time BOOLEAN - neither instant is given: count by the degree
// param to_ms INTEGER - end of the time that counts, exclusive
// param known_ms INTEGER - recorded time
// column asked STRING - name or initials that led to it
// column abbreviated BOOLEAN - by its initials
// column canonical_name STRING
// column name STRING
// column passages INTEGER
CALL () {
  UNWIND $names AS asked
  CALL (asked) {
    MATCH (n:Entity {namespace: $namespace, canonical_name: asked}) RETURN n
    UNION ALL
    MATCH (:Alias {namespace: $namespace, canonical_name: asked})-[:ALIAS_OF*1..]->(n:Entity) RETURN n
  }
  RETURN asked, false AS abbreviated, n
  UNION ALL
  UNWIND $initials AS asked
  CALL (asked) {
    MATCH (n:Entity {namespace: $namespace, initials: asked}) RETURN n LIMIT 3
    UNION
    MATCH (a:Alias {namespace: $namespace, initials: asked})
    WITH a LIMIT 3
    MATCH (a)-[:ALIAS_OF*1..]->(n:Entity) RETURN n
  }
  RETURN asked, true AS abbreviated, n
}
RETURN asked, abbreviated, n.canonical_name AS canonical_name, n.name AS name,
  CASE WHEN $any_time THEN COUNT { (n)<-[:MENTIONS]-() }
    ELSE COUNT { (n)<-[:MENTIONS]-(e:Episode) WHERE e.occurred_at_ms < $to_ms AND e.recorded_at_ms <= $known_ms } END AS passages
