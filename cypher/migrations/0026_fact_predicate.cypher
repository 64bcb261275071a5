// migrations.0026_fact_predicate: facts with a predicate that are believed, by their end
// mode: schema
CREATE INDEX fact_predicate IF NOT EXISTS
FOR ()-[f:RELATES_TO]-() ON (f.namespace, f.predicate, f.live_to_ms)
