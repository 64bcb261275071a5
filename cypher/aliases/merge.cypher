// aliases.merge: make an entity an alias of another one; of what it counted and was, its own stays with it
// mode: write
// param namespace STRING - tenant
// param label STRING - of the namespace, which an alias does not bear
// param source STRING - canonical name
// param target STRING - canonical name
// param merged_at DATETIME - now
// param merged_at_ms INTEGER - now
// column merged INTEGER
CYPHER 25
MATCH (a:Entity {namespace: $namespace, canonical_name: $source})
WITH a, $target AS target
CALL (target) {
  MATCH (b:Entity {namespace: $namespace, canonical_name: target})
  RETURN b
}
CREATE (a)-[:ALIAS_OF {namespace: $namespace, merged_at: $merged_at, merged_at_ms: $merged_at_ms}]->(b)
REMOVE a:Entity:$($label)
SET a:Alias, a.type = coalesce(a.own_type, a.type), a.own_type = null, a.aliases = []
WITH a
CALL (a) {
  MATCH (a)<-[m:MENTIONS]-()
  WHERE m.own_count IS NOT NULL
  WITH m, m.own_count AS own, m.own_asserted AS asserted
  FOREACH (_ IN CASE WHEN own = 0 THEN [1] ELSE [] END | DELETE m)
  FOREACH (_ IN CASE WHEN own > 0 THEN [1] ELSE [] END |
    SET m.count = own, m.asserted = CASE WHEN asserted THEN true END, m.own_count = null, m.own_asserted = null)
}
RETURN count(*) AS merged
