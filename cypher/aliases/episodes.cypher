// aliases.episodes: episodes that mention one of several names
// mode: read
// param namespace STRING - tenant
// param names LIST<STRING> - canonical names of entities and aliases
// column episode_id STRING
UNWIND $names AS name
CALL (name) {
  MATCH (n:Entity {namespace: $namespace, canonical_name: name}) RETURN n
  UNION ALL
  MATCH (n:Alias {namespace: $namespace, canonical_name: name}) RETURN n
}
MATCH (n)<-[:MENTIONS]-(e:Episode)
RETURN DISTINCT e.episode_id AS episode_id ORDER BY episode_id
