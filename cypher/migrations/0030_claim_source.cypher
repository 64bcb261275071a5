// migrations.0030_claim_source: claims of a source
// mode: schema
CREATE INDEX claim_source IF NOT EXISTS
FOR ()-[c:CLAIMS]-() ON (c.namespace, c.source)
