// episodes.create: create episodes with their vectors and place them in their sessions; an existing id breaks the key
// mode: write
// param namespace STRING - tenant
// param label STRING - of the namespace, for projections
// param rows LIST<MAP> - episode_id, session_id, props, embedding; sorted by id
CYPHER 25
UNWIND $rows AS row
CREATE (e:Episode:$($label) {namespace: $namespace, episode_id: row.episode_id})
SET e += row.props
WITH e, row
CALL db.create.setNodeVectorProperty(e, 'embedding', row.embedding)
WITH e, row
WHERE row.session_id IS NOT NULL
MATCH (s:Session {namespace: $namespace, session_id: row.session_id})
CREATE (s)-[:HAS_EPISODE {namespace: $namespace, turn: row.props.turn}]->(e)
SET s.last_turn = CASE WHEN row.props.turn > s.last_turn THEN row.props.turn ELSE s.last_turn END,
    s.conversation_id = coalesce(s.conversation_id, row.props.conversation_id)
