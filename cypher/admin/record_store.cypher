// admin.record_store: record the embedder of this store at the first call, and return what is recorded
// mode: write
// param model STRING - name of the embedder
// param dimension INTEGER - length of its vectors
// column model STRING
// column dimension INTEGER
MERGE (s:Store {name: 'store'})
ON CREATE SET s.embedding_model = $model, s.dimension = $dimension, s.created_at = datetime()
RETURN s.embedding_model AS model, s.dimension AS dimension
