// synonyms.list_names: names of a page of entities
// mode: read
// param namespace STRING - tenant
// param after STRING - last canonical name of the page before, empty at first
// param limit INTEGER - entities of a page
// column canonical_name STRING
// column name STRING
MATCH (n:Entity)
WHERE n.namespace = $namespace AND n.canonical_name > $after
RETURN n.canonical_name AS canonical_name, n.name AS name
ORDER BY n.canonical_name LIMIT $limit
