// Draws a session with its turns in order and their causes: set $namespace and $session_id.
MATCH turns = (:Session {namespace: $namespace, session_id: $session_id})-[:HAS_EPISODE]->(e:Episode)
OPTIONAL MATCH next = (e)-[:NEXT]->(:Episode)
OPTIONAL MATCH causes = (e)-[:CAUSED_BY]->(:Episode)
RETURN turns, next, causes
