// search.fulltext: episodes that hold words of a question; the index only finds them, the score is made outside
// mode: read
// param namespace STRING - tenant
// param kinds LIST<STRING> - kinds of episodes
// param archived LIST<BOOLEAN> - states to look at
// param from_ms INTEGER - first instant of the window of time
// param to_ms INTEGER - end of the window of time, exclusive
// param known_ms INTEGER - recorded time
// param session_id STRING | NULL - session, or any
// param conversation_id STRING | NULL - conversation, or any
// param lucene STRING - query in the language of the index, built by us from quoted words
// param limit INTEGER - hits at most
// column episode_id STRING
// column content STRING
// column word_count INTEGER
CALL db.index.fulltext.queryNodes('episode_fulltext', $lucene) YIELD node AS e, score
WHERE score > 0 AND e.namespace = $namespace AND e.kind IN $kinds AND e.archived IN $archived
  AND e.occurred_at_ms >= $from_ms AND e.occurred_at_ms < $to_ms AND e.recorded_at_ms <= $known_ms
  AND ($session_id IS NULL OR e.session_id = $session_id)
  AND ($conversation_id IS NULL OR e.conversation_id = $conversation_id)
// never the order of the index: it depends on what other namespaces hold
WITH e ORDER BY e.occurred_at_ms DESC, e.episode_id LIMIT $limit
RETURN e.episode_id AS episode_id, e.content AS content, e.word_count AS word_count
