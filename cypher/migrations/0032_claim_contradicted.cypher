// migrations.0032_claim_contradicted: claims that are contradicted
// mode: schema
CREATE INDEX claim_contradicted IF NOT EXISTS
FOR ()-[c:CLAIMS]-() ON (c.namespace, c.contradicts)
