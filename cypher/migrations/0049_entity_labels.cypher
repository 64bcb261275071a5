// migrations.0049_entity_labels: give the entities of earlier stores the label of their namespace
// mode: schema
// param batch INTEGER - entities of a transaction
// column labelled INTEGER
CYPHER 25
MATCH (n:Entity)
WHERE n.ns_token IS NOT NULL AND NOT n:$('Ns_' + coalesce(n.ns_token, ''))
WITH n LIMIT $batch
SET n:$('Ns_' + n.ns_token)
RETURN count(n) AS labelled
