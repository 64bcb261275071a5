// entities.match_names: entities of given canonical names with the number of episodes that mention them
// mode: read
// param namespace STRING - tenant
// param names LIST<STRING> - canonical names
// param any_time BOOLEAN - neither instant is given: count by the degree
// param to_ms INTEGER - end of the time that counts, exclusive
// param known_ms INTEGER - recorded time
// column canonical_name STRING
// column name STRING
// column passages INTEGER
UNWIND $names AS name
MATCH (n:Entity {namespace: $namespace, canonical_name: name})
RETURN n.canonical_name AS canonical_name, n.name AS name,
  CASE WHEN $any_time THEN COUNT { (n)<-[:MENTIONS]-() }
    ELSE COUNT { (n)<-[:MENTIONS]-(e:Episode) WHERE e.occurred_at_ms < $to_ms AND e.recorded_at_ms <= $known_ms } END AS passages
