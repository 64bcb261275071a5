// dictionary.lock: create the dictionary of a namespace or take its lock, so that one writer at a time gives codes
// mode: write
// param namespace STRING - tenant
// column codes INTEGER - how many were given
MERGE (d:Dictionary {namespace: $namespace})
ON CREATE SET d.codes = 0
SET d.namespace = $namespace
RETURN d.codes AS codes
