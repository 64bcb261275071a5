// gists.get: the gist of a session
// mode: read
// param namespace STRING - tenant
// param gist_id STRING - gist
// column session_id STRING
// column format STRING
// column version INTEGER
// column crl STRING
// column text STRING
// column source_hash STRING
// column original_length INTEGER
// column compressed_length INTEGER
// column stored_length INTEGER
// column tokenizer STRING
// column lossy BOOLEAN
// column retention FLOAT | NULL
// column gister STRING
// column recorded_at_ms INTEGER
// column pages LIST<MAP>
MATCH (g:Gist {namespace: $namespace, gist_id: $gist_id})
RETURN g.session_id AS session_id, g.format AS format, g.version AS version, g.crl AS crl, g.text AS text,
  g.source_hash AS source_hash, g.original_length AS original_length, g.compressed_length AS compressed_length,
  g.stored_length AS stored_length, g.tokenizer AS tokenizer, g.lossy AS lossy, g.retention AS retention,
  g.gister AS gister, g.recorded_at_ms AS recorded_at_ms,
  COLLECT {
    MATCH (g)-[:HAS_PAGE]->(p)
    RETURN {page_id: p.page_id, first_turn: p.first_turn, last_turn: p.last_turn, crl: p.crl, text: p.text}
    ORDER BY p.first_turn
  } AS pages
