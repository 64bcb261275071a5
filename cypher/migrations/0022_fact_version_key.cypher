// migrations.0022_fact_version_key: a fact id has one version at each recorded time
// mode: schema
CREATE CONSTRAINT fact_version_key IF NOT EXISTS
FOR ()-[f:RELATES_TO]-() REQUIRE (f.namespace, f.fact_id, f.recorded_at_ms) IS UNIQUE
