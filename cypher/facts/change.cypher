// facts.change: change properties of versions of facts
// mode: write
// param namespace STRING - tenant
// param rows LIST<MAP> - fact_id, recorded_ms, props
// column changed INTEGER
UNWIND $rows AS row
MATCH ()-[f:RELATES_TO]->()
WHERE f.namespace = $namespace AND f.fact_id = row.fact_id AND f.recorded_at_ms = row.recorded_ms
SET f += row.props
RETURN count(f) AS changed
