// migrations.0004_session_key: a session id is unique in its namespace
// mode: schema
CREATE CONSTRAINT session_key IF NOT EXISTS
FOR (s:Session) REQUIRE (s.namespace, s.session_id) IS UNIQUE
