// synonyms.list_vectors: name vectors of a page of entities
// mode: read
// param namespace STRING - tenant
// param after STRING - last canonical name of the page before, empty at first
// param limit INTEGER - entities of a page
// column canonical_name STRING
// column embedding LIST<FLOAT>
MATCH (n:Entity)
WHERE n.namespace = $namespace AND n.canonical_name > $after AND n.embedding IS NOT NULL
RETURN n.canonical_name AS canonical_name, n.embedding AS embedding
ORDER BY n.canonical_name LIMIT $limit
