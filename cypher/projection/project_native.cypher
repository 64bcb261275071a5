// projection.project_native: project what bears the label of a namespace, as the server stores it
// mode: read
// param graph_name STRING - unique name of the projection
// param label STRING - of the namespace
// param relationships MAP - types, each with its weight
// param concurrency INTEGER - threads
// column nodes INTEGER
// column relationships INTEGER
CALL gds.graph.project($graph_name, [$label], $relationships, {readConcurrency: $concurrency, logProgress: false})
YIELD nodeCount, relationshipCount
RETURN nodeCount AS nodes, relationshipCount AS relationships
