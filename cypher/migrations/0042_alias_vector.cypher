// migrations.0042_alias_vector: aliases by the meaning of their name
// mode: schema
// param options MAP - dimension of the embedder, cosine, quantization off
CYPHER 25
CREATE VECTOR INDEX alias_vector IF NOT EXISTS FOR (n:Alias) ON (n.embedding)
WITH [n.namespace]
OPTIONS $options
