// migrations.0031_claim_functional: claims that say that a subject has one value of a predicate
// mode: schema
CREATE INDEX claim_functional IF NOT EXISTS
FOR ()-[c:CLAIMS]-() ON (c.namespace, c.functional_of, c.predicate)
