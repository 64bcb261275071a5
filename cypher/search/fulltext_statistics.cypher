// search.fulltext_statistics: how many episodes of a namespace there are, how long they are, and how many hold each word
// mode: read
// param namespace STRING - tenant
// param lucene LIST<STRING> - one query a word, built by us
// column episodes INTEGER
// column average_length FLOAT
// column frequencies LIST<INTEGER>
CALL () {
  MATCH (e:Episode)
  WHERE e.namespace = $namespace AND e.word_count IS NOT NULL
  RETURN count(e) AS episodes, coalesce(avg(e.word_count), 0.0) AS average_length
}
UNWIND range(0, size($lucene) - 1) AS term
CALL (term) {
  CALL db.index.fulltext.queryNodes('episode_fulltext', $lucene[term]) YIELD node, score
  WHERE score > 0 AND node.namespace = $namespace
  RETURN count(node) AS frequency
}
RETURN episodes, average_length, collect(frequency) AS frequencies
