// dictionary.size: how many codes of a namespace were given, those of what was deleted too
// mode: read
// param namespace STRING - tenant
// column codes INTEGER
MATCH (d:Dictionary {namespace: $namespace})
RETURN d.codes AS codes
