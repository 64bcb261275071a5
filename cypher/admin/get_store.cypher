// admin.get_store: what is recorded of the embedder
// mode: read
// column model STRING
// column dimension INTEGER
MATCH (s:Store {name: 'store'})
RETURN s.embedding_model AS model, s.dimension AS dimension
