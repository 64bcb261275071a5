// facts.find_vectors: vectors of sentences that versions of facts have
// mode: read
// param namespace STRING - tenant
// param rows LIST<MAP> - fact_id, recorded_ms
// column text STRING
// column embedding LIST<FLOAT>
UNWIND $rows AS row
MATCH ()-[f:RELATES_TO]->()
WHERE f.namespace = $namespace AND f.fact_id = row.fact_id AND f.recorded_at_ms = row.recorded_ms
RETURN f.text AS text, f.embedding AS embedding
