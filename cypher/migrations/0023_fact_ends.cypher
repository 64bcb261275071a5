// migrations.0023_fact_ends: every version of the facts between two entities
// mode: schema
CREATE INDEX fact_ends IF NOT EXISTS
FOR ()-[f:RELATES_TO]-() ON (f.namespace, f.subject, f.predicate, f.object)
