// migrations.0027_fact_live: facts that are believed, by their end
// mode: schema
CREATE INDEX fact_live IF NOT EXISTS
FOR ()-[f:RELATES_TO]-() ON (f.namespace, f.live_to_ms)
