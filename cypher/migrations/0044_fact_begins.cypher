// migrations.0044_fact_begins: find facts by namespace and when they begin to hold
// mode: schema
CREATE INDEX fact_begins IF NOT EXISTS
FOR ()-[f:RELATES_TO]-() ON (f.namespace, f.valid_from_ms)
