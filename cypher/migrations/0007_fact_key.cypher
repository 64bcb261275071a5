// migrations.0007_fact_key: a fact id is unique in its namespace
// mode: schema
CREATE CONSTRAINT fact_key IF NOT EXISTS
FOR ()-[f:RELATES_TO]-() REQUIRE (f.namespace, f.fact_id) IS UNIQUE
