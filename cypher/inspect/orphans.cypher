// Draws what hangs loose: entities that nothing mentions, states or asserted, and episodes without any entity: set $namespace.
CALL () {
  MATCH (loose:Entity {namespace: $namespace})
  WHERE loose.canonical_name IS NOT NULL AND NOT loose.asserted
    AND NOT EXISTS { (loose)<-[:MENTIONS]-() } AND NOT EXISTS { (loose)-[:RELATES_TO|CLAIMS]-() }
    AND NOT EXISTS { (loose)<-[:ALIAS_OF]-(:Alias) }
  RETURN loose, 'nothing speaks of it' AS why
  UNION ALL
  MATCH (loose:Episode {namespace: $namespace})
  WHERE loose.episode_id IS NOT NULL AND NOT EXISTS { (loose)-[:MENTIONS]->() }
  RETURN loose, 'it names no entity' AS why
}
RETURN loose, why LIMIT 1000
