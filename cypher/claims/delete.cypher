// claims.delete: delete claims whose source is gone
// mode: write
// param namespace STRING - tenant
// param rows LIST<MAP> - fact_id, source, to_ms, retracted_ms
// column deleted INTEGER
UNWIND $rows AS row
MATCH ()-[c:CLAIMS]->()
WHERE c.namespace = $namespace AND c.fact_id = row.fact_id AND c.source = row.source AND c.valid_to_ms = row.to_ms
  AND c.retracted_at_ms = row.retracted_ms
DELETE c
RETURN count(*) AS deleted
