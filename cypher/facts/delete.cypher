// facts.delete: delete versions of facts that rested on claims that are gone
// mode: write
// param namespace STRING - tenant
// param rows LIST<MAP> - fact_id, recorded_ms
// column deleted INTEGER
UNWIND $rows AS row
MATCH ()-[f:RELATES_TO]->()
WHERE f.namespace = $namespace AND f.fact_id = row.fact_id AND f.recorded_at_ms = row.recorded_ms
DELETE f
RETURN count(*) AS deleted
