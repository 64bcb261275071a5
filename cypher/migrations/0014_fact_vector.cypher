// migrations.0014_fact_vector: facts by meaning, with validity inside
// mode: schema
// param options MAP - dimension of the embedder, cosine, quantization off
CYPHER 25
CREATE VECTOR INDEX fact_vector IF NOT EXISTS FOR ()-[f:RELATES_TO]-() ON (f.embedding)
WITH [f.namespace, f.valid_from_ms, f.valid_to_ms, f.recorded_at_ms, f.invalidated_at_ms]
OPTIONS $options
