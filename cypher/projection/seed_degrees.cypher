// projection.seed_degrees: relationships of seeds, ended ones too
// mode: read
// param namespace STRING - tenant
// param seeds LIST<MAP> - kind, key
// column kind STRING
// column key STRING
// column mentions INTEGER
// column facts INTEGER
// column synonyms INTEGER
// column similar INTEGER
// column next INTEGER
// column causes INTEGER
UNWIND $seeds AS seed
CALL (seed) {
  WITH seed WHERE seed.kind = 'episode'
  MATCH (n:Episode {namespace: $namespace, episode_id: seed.key})
  RETURN n
  UNION ALL
  WITH seed WHERE seed.kind = 'entity'
  MATCH (n:Entity {namespace: $namespace, canonical_name: seed.key})
  RETURN n
}
RETURN seed.kind AS kind, seed.key AS key,
  COUNT { (n)-[:MENTIONS]-() } AS mentions, COUNT { (n)-[:RELATES_TO]-() } AS facts,
  COUNT { (n)-[:SYNONYM_OF]-() } AS synonyms, COUNT { (n)-[:SIMILAR_TO]-() } AS similar,
  COUNT { (n)-[:NEXT]-() } AS next, COUNT { (n)-[:CAUSED_BY]-() } AS causes
