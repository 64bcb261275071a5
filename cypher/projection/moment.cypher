// projection.moment: between which instants the same facts and causes hold, and what a native projection could not tell
// mode: read
// param namespace STRING - tenant
// param at_ms INTEGER - valid time
// param open_ms INTEGER - the open end
// param label STRING - of the namespace
// column ended LIST<INTEGER> - when facts that are believed ended last
// column ends LIST<INTEGER> - when the next one ends
// column began LIST<INTEGER> - when facts began last
// column begins LIST<INTEGER> - when the next one that is believed begins
// column causes LIST<MAP> - before and after, likewise of causes; odd, whether any does not hold
// column archived BOOLEAN - whether any episode is archived
// column exposed BOOLEAN - whether an archived episode has the label
CYPHER 25
// ordered as the indexes are, of which only the first entry is read then
RETURN
  COLLECT {
    MATCH ()-[f:RELATES_TO]->()
    WHERE f.namespace = $namespace AND f.live_to_ms <= $at_ms AND f.live_to_ms > -$open_ms
    RETURN f.live_to_ms AS ms ORDER BY f.namespace DESC, f.live_to_ms DESC LIMIT 1
  } AS ended,
  COLLECT {
    MATCH ()-[f:RELATES_TO]->()
    WHERE f.namespace = $namespace AND f.live_to_ms > $at_ms AND f.live_to_ms < $open_ms
    RETURN f.live_to_ms AS ms ORDER BY f.namespace, f.live_to_ms LIMIT 1
  } AS ends,
  COLLECT {
    MATCH ()-[f:RELATES_TO]->()
    WHERE f.namespace = $namespace AND f.valid_from_ms <= $at_ms AND f.valid_from_ms > -$open_ms
    RETURN f.valid_from_ms AS ms ORDER BY f.namespace DESC, f.valid_from_ms DESC LIMIT 1
  } AS began,
  COLLECT {
    MATCH ()-[f:RELATES_TO]->()
    WHERE f.namespace = $namespace AND f.valid_from_ms > $at_ms AND f.live_to_ms > $at_ms
    RETURN f.valid_from_ms AS ms ORDER BY f.namespace, f.valid_from_ms LIMIT 1
  } AS begins,
  COLLECT {
    MATCH ()-[c:CAUSED_BY]->()
    WHERE c.namespace = $namespace AND c.valid_from_ms IS NOT NULL AND c.valid_to_ms IS NOT NULL
      AND c.invalidated_at_ms IS NOT NULL
    WITH c.valid_from_ms AS from_ms, c.valid_to_ms AS to_ms, c.invalidated_at_ms AS invalidated_ms
    RETURN {
      before: [max(CASE WHEN from_ms <= $at_ms THEN from_ms END), max(CASE WHEN to_ms <= $at_ms THEN to_ms END)],
      after: [min(CASE WHEN from_ms > $at_ms THEN from_ms END), min(CASE WHEN to_ms > $at_ms THEN to_ms END)],
      odd: count(CASE WHEN from_ms > $at_ms OR to_ms <= $at_ms OR invalidated_ms < $open_ms THEN 1 END) > 0
    } AS cause
  } AS causes,
  EXISTS { MATCH (e:Episode) WHERE e.namespace = $namespace AND e.archived = true } AS archived,
  EXISTS { MATCH (e:Episode) WHERE e.namespace = $namespace AND e.archived = true AND e:$($label) } AS exposed
