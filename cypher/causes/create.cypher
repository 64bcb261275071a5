// causes.create: connect effects to causes that exist and did not happen later
// mode: write
// param namespace STRING - tenant
// param rows LIST<MAP> - effect, cause (episode ids), props; sorted
// column effect STRING
// column cause STRING
UNWIND $rows AS row
MATCH (effect:Episode {namespace: $namespace, episode_id: row.effect})
CALL (row) {
  MATCH (cause:Episode {namespace: $namespace, episode_id: row.cause})
  RETURN cause
}
WITH effect, cause, row
WHERE cause.occurred_at_ms <= effect.occurred_at_ms AND cause <> effect
MERGE (effect)-[c:CAUSED_BY]->(cause)
ON CREATE SET c += row.props
RETURN effect.episode_id AS effect, cause.episode_id AS cause
