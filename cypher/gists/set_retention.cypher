// gists.set_retention: keep what was measured of a gist, if it is still the one that was measured
// mode: write
// param namespace STRING - tenant
// param gist_id STRING - gist
// param version INTEGER - its version when it was measured
// param retention FLOAT - share of probe questions that it answers
// column version INTEGER
MATCH (g:Gist {namespace: $namespace, gist_id: $gist_id})
SET g.namespace = $namespace
WITH g
WHERE g.version = $version
SET g.retention = $retention
RETURN g.version AS version
