// search.word_frequencies: how many episodes of a namespace hold each word
// mode: read
// param lucene LIST<STRING> - one query a word, built by us, which asks for the token of the namespace
// column frequencies LIST<INTEGER>
UNWIND range(0, size($lucene) - 1) AS term
CALL (term) {
  // the query asks for the namespace: to read it from every node again would take as long as the search
  CALL db.index.fulltext.queryNodes('episode_fulltext', $lucene[term]) YIELD node, score
  WHERE score > 0
  RETURN count(node) AS frequency
}
RETURN collect(frequency) AS frequencies
