// migrations.0028_claim_key: a source says a fact with an end once, until that is retracted
// mode: schema
CREATE CONSTRAINT claim_key IF NOT EXISTS
FOR ()-[c:CLAIMS]-() REQUIRE (c.namespace, c.fact_id, c.source, c.valid_to_ms, c.retracted_at_ms) IS UNIQUE
