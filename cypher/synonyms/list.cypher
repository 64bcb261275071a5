// synonyms.list: synonyms of a page of entities, each pair once
// mode: read
// param namespace STRING - tenant
// param after STRING - last canonical name of the page before, empty at first
// param limit INTEGER - entities of a page
// column canonical_name STRING
// column others LIST<STRING> - canonical names
// column scores LIST<FLOAT> - cosine of each
MATCH (n:Entity)
WHERE n.namespace = $namespace AND n.canonical_name > $after
WITH n ORDER BY n.canonical_name LIMIT $limit
WITH n, COLLECT { MATCH (n)-[s:SYNONYM_OF]->(o:Entity) RETURN [o.canonical_name, s.score] } AS found
RETURN n.canonical_name AS canonical_name, [f IN found | f[0]] AS others, [f IN found | f[1]] AS scores
ORDER BY canonical_name
