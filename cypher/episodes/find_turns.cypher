// episodes.find_turns: episodes that hold given turns of sessions, and those before and after them
// mode: write
// param namespace STRING - tenant
// param rows LIST<MAP> - session_id, turn
// column session_id STRING
// column turn INTEGER
// column taken STRING | NULL
// column previous STRING | NULL
// column following STRING | NULL
UNWIND $rows AS row
OPTIONAL MATCH (taken:Episode {namespace: $namespace, session_id: row.session_id, turn: row.turn})
CALL (row) {
  OPTIONAL MATCH (p:Episode)
  WHERE p.namespace = $namespace AND p.session_id = row.session_id AND p.turn < row.turn
  RETURN p.episode_id AS previous ORDER BY p.turn DESC LIMIT 1
}
CALL (row) {
  OPTIONAL MATCH (f:Episode)
  WHERE f.namespace = $namespace AND f.session_id = row.session_id AND f.turn > row.turn
  RETURN f.episode_id AS following ORDER BY f.turn LIMIT 1
}
RETURN row.session_id AS session_id, row.turn AS turn, taken.episode_id AS taken, previous, following
