// facts.find_known: which facts are stored already, with their vector
// mode: read
// param namespace STRING - tenant
// param fact_ids LIST<STRING> - ids
// column fact_id STRING
UNWIND $fact_ids AS fact_id
MATCH ()-[f:RELATES_TO {namespace: $namespace, fact_id: fact_id}]->()
WHERE f.embedding IS NOT NULL
RETURN f.fact_id AS fact_id
