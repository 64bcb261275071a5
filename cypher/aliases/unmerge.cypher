// aliases.unmerge: make an alias an entity again
// mode: write
// param namespace STRING - tenant
// param name STRING - canonical name
// column unmerged INTEGER
MATCH (a:Alias {namespace: $namespace, canonical_name: $name})-[r:ALIAS_OF]->()
DELETE r
REMOVE a:Alias
SET a:Entity
RETURN count(*) AS unmerged
