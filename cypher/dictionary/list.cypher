// dictionary.list: names that have a code, by code, with the entity that a merged one is part of now
// mode: read
// param namespace STRING - tenant
// param codes INTEGER - only codes below it
// column code INTEGER
// column name STRING - as spelled
// column into STRING | NULL - of an alias, name of its entity as spelled
MATCH (n:Coded)
WHERE n.namespace = $namespace AND n.code < $codes
RETURN n.code AS code, n.name AS name,
  CASE WHEN n:Alias THEN head(COLLECT { MATCH (n)-[:ALIAS_OF*1..]->(e:Entity) RETURN e.name }) END AS into
ORDER BY code
