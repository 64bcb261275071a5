// migrations.0005_gist_key: a gist id is unique in its namespace
// mode: schema
CREATE CONSTRAINT gist_key IF NOT EXISTS
FOR (g:Gist) REQUIRE (g.namespace, g.gist_id) IS UNIQUE
