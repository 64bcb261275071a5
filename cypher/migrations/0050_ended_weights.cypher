// migrations.0050_ended_weights: take the weight from the facts of earlier stores that end or are not believed
// mode: schema
// param batch INTEGER - facts of a transaction
// column ended INTEGER
MATCH ()-[f:RELATES_TO]->()
WHERE f.weight IS NULL AND f.live_to_ms <> 9007199254740991
WITH f LIMIT $batch
SET f.weight = 0.0
RETURN count(f) AS ended
