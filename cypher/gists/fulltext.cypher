// gists.fulltext: gists or pages that hold words of a question; the index only finds them, the score is made outside
// mode: read
// param index STRING - index of gists or of pages
// param namespace STRING - tenant
// param from_ms INTEGER - first instant of the window of time
// param to_ms INTEGER - end of the window of time, exclusive
// param known_ms INTEGER - recorded time
// param session_id STRING | NULL - session, or any
// param conversation_id STRING | NULL - conversation, or any
// param lucene STRING - query in the language of the index, built by us from quoted words
// param limit INTEGER - hits at most
// column id STRING
// column text STRING
CALL db.index.fulltext.queryNodes($index, $lucene) YIELD node AS n, score
WHERE score > 0 AND n.namespace = $namespace
  AND n.occurred_at_ms >= $from_ms AND n.occurred_at_ms < $to_ms AND n.recorded_at_ms <= $known_ms
  AND ($session_id IS NULL OR n.session_id = $session_id)
  AND ($conversation_id IS NULL OR n.conversation_id = $conversation_id)
// never the order of the index: it depends on what other namespaces hold
WITH n, coalesce(n.gist_id, n.page_id) AS id ORDER BY n.occurred_at_ms DESC, id LIMIT $limit
RETURN id, n.text AS text
