// migrations.0025_fact_object: facts with an object that are believed, by their end
// mode: schema
CREATE INDEX fact_object IF NOT EXISTS
FOR ()-[f:RELATES_TO]-() ON (f.namespace, f.object, f.live_to_ms)
