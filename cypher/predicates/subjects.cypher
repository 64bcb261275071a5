// predicates.subjects: subjects that have a fact with a predicate, a page at a time
// mode: read
// param namespace STRING - tenant
// param name STRING - predicate
// param after STRING - last subject of the page before
// param limit INTEGER - subjects of a page
// column subject STRING
MATCH ()-[f:RELATES_TO]->()
WHERE f.namespace = $namespace AND f.predicate = $name AND f.live_to_ms IS NOT NULL AND f.subject > $after
RETURN DISTINCT f.subject AS subject ORDER BY subject LIMIT $limit
