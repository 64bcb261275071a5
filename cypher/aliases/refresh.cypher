// aliases.refresh: bring what entities show of their aliases, names and type, to what those are
// mode: write
// param namespace STRING - tenant
// param names LIST<STRING> - canonical names of entities, sorted
// column refreshed INTEGER
UNWIND $names AS name
MATCH (n:Entity {namespace: $namespace, canonical_name: name})
WITH n, coalesce(n.own_type, n.type) AS own, COLLECT {
    MATCH (n)<-[:ALIAS_OF*1..]-(a:Alias)
    RETURN [a.name, a.type] ORDER BY a.canonical_name
  } AS aliases
SET n.aliases = [a IN aliases | a[0]],
  n.own_type = CASE WHEN size(aliases) > 0 THEN own END,
  n.type = CASE WHEN own <> 'entity' THEN own ELSE coalesce([a IN aliases WHERE a[1] <> 'entity' | a[1]][0], own) END
RETURN count(n) AS refreshed
