// entities.list: a page of entities, by name
// mode: read
// param namespace STRING - tenant
// param after STRING - canonical name that the page begins after; empty for the first
// param like STRING - text that the canonical name, or that of an alias, contains; empty for any
// param at_ms INTEGER - when facts must hold
// param limit INTEGER - entities of a page
// column entity_id STRING
// column name STRING
// column canonical_name STRING
// column type STRING
// column aliases LIST<STRING>
// column mentions INTEGER
// column facts INTEGER
MATCH (n:Entity)
WHERE n.namespace = $namespace AND n.canonical_name > $after
  AND (n.canonical_name CONTAINS $like
    OR (size(n.aliases) > 0 AND EXISTS { (n)<-[:ALIAS_OF*1..]-(a:Alias) WHERE a.canonical_name CONTAINS $like }))
WITH n ORDER BY n.canonical_name LIMIT $limit
RETURN n.entity_id AS entity_id, n.name AS name, n.canonical_name AS canonical_name, n.type AS type, n.aliases AS aliases,
  COUNT { (n)<-[:MENTIONS]-(:Episode) } AS mentions,
  COUNT { (n)-[f:RELATES_TO]-(:Entity) WHERE f.live_to_ms > $at_ms AND f.valid_from_ms <= $at_ms } AS facts
ORDER BY n.canonical_name
