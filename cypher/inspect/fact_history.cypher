// Draws every version of the facts of an entity, the ones that are not believed any more too, with what each source claimed: set $namespace and $subject (canonical name).
MATCH (s:Entity {namespace: $namespace, canonical_name: $subject})
CALL (s) {
  MATCH path = (s)-[f:RELATES_TO]->(:Entity)
  RETURN path, 'version' AS what, f
  UNION ALL
  MATCH path = (s)-[f:CLAIMS]->()
  RETURN path, 'claim' AS what, f
  UNION ALL
  MATCH path = (s)<-[:ALIAS_OF*1..]-(:Alias)-[f:CLAIMS]->()
  RETURN path, 'claim' AS what, f
}
RETURN path, what, f.predicate AS predicate, f.valid_from AS valid_from, f.valid_to AS valid_to, f.recorded_at AS recorded_at
ORDER BY predicate, f.valid_from_ms, what DESC, f.recorded_at_ms
