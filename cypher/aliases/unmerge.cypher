// aliases.unmerge: make an alias an entity again
// mode: write
// param namespace STRING - tenant
// param label STRING - of the namespace
// param name STRING - canonical name
// column unmerged INTEGER
CYPHER 25
MATCH (a:Alias {namespace: $namespace, canonical_name: $name})-[r:ALIAS_OF]->()
DELETE r
REMOVE a:Alias
SET a:Entity:$($label)
RETURN count(*) AS unmerged
