// migrations.0024_fact_subject: facts of a subject that are believed, by their end
// mode: schema
CREATE INDEX fact_subject IF NOT EXISTS
FOR ()-[f:RELATES_TO]-() ON (f.namespace, f.subject, f.live_to_ms)
