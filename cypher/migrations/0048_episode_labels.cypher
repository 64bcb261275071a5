// migrations.0048_episode_labels: give the episodes of earlier stores the label of their namespace
// mode: schema
// param batch INTEGER - episodes of a transaction
// column labelled INTEGER
CYPHER 25
MATCH (e:Episode)
WHERE e.ns_token IS NOT NULL AND NOT e:$('Ns_' + coalesce(e.ns_token, '')) AND NOT e.archived
WITH e LIMIT $batch
SET e:$('Ns_' + e.ns_token)
RETURN count(e) AS labelled
