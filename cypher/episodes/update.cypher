// episodes.update: replace the properties of an episode that an update changes
// mode: write
// param namespace STRING - tenant
// param episode_id STRING - episode
// param props MAP - new properties
// param embedding LIST<FLOAT> - new vector
// column episode_id STRING
MATCH (e:Episode {namespace: $namespace, episode_id: $episode_id})
SET e += $props
WITH e
CALL db.create.setNodeVectorProperty(e, 'embedding', $embedding)
RETURN e.episode_id AS episode_id
