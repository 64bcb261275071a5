// claims.change: change properties of claims
// mode: write
// param namespace STRING - tenant
// param rows LIST<MAP> - fact_id, source, to_ms, retracted_ms (as stored), props
// column changed INTEGER
UNWIND $rows AS row
MATCH ()-[c:CLAIMS]->()
WHERE c.namespace = $namespace AND c.fact_id = row.fact_id AND c.source = row.source AND c.valid_to_ms = row.to_ms
  AND c.retracted_at_ms = row.retracted_ms
SET c += row.props
RETURN count(c) AS changed
