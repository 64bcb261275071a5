// migrations.0013_entity_vector: entities by the meaning of their name
// mode: schema
// param options MAP - dimension of the embedder, cosine, quantization off
CYPHER 25
CREATE VECTOR INDEX entity_vector IF NOT EXISTS FOR (n:Entity) ON (n.embedding)
WITH [n.namespace]
OPTIONS $options
