// migrations.0057_coded_key: a code of the dictionary is given once in its namespace, to whatever kind of node
// mode: schema
CREATE CONSTRAINT coded_key IF NOT EXISTS
FOR (n:Coded) REQUIRE (n.namespace, n.code) IS UNIQUE
