// gists.find_first: the first of some gists that is there and passes the bounds of time, and the turns that it covers
// mode: read
// param namespace STRING - tenant
// param gist_ids LIST<STRING> - gists, the best first
// param to_ms INTEGER - end of the window of time, exclusive
// param known_ms INTEGER - recorded time
// column gist_id STRING
// column session_id STRING
// column text STRING
// column first_turn INTEGER | NULL
// column last_turn INTEGER | NULL
UNWIND range(0, size($gist_ids) - 1) AS place
MATCH (g:Gist {namespace: $namespace, gist_id: $gist_ids[place]})
WHERE g.occurred_at_ms < $to_ms AND g.recorded_at_ms <= $known_ms
WITH g ORDER BY place LIMIT 1
OPTIONAL MATCH (g)-[:HAS_PAGE]->(p)
RETURN g.gist_id AS gist_id, g.session_id AS session_id, g.text AS text,
  min(p.first_turn) AS first_turn, max(p.last_turn) AS last_turn
