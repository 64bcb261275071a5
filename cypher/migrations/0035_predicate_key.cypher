// migrations.0035_predicate_key: a predicate is declared once
// mode: schema
CREATE CONSTRAINT predicate_key IF NOT EXISTS
FOR (p:Predicate) REQUIRE (p.namespace, p.name) IS UNIQUE
