// search.lengths: how many episodes of a namespace there are, and how long they are
// mode: read
// param namespace STRING - tenant
// column episodes INTEGER
// column average_length FLOAT
MATCH (e:Episode)
WHERE e.namespace = $namespace AND e.word_count IS NOT NULL
RETURN count(e) AS episodes, coalesce(avg(e.word_count), 0.0) AS average_length
