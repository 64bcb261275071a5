// migrations.0045_cause_times: find when the causes of a namespace hold
// mode: schema
CREATE INDEX cause_times IF NOT EXISTS
FOR ()-[c:CAUSED_BY]-() ON (c.namespace, c.valid_from_ms, c.valid_to_ms, c.invalidated_at_ms)
