// migrations.0029_claim_ends: claims between two names
// mode: schema
CREATE INDEX claim_ends IF NOT EXISTS
FOR ()-[c:CLAIMS]-() ON (c.namespace, c.subject, c.predicate, c.object)
