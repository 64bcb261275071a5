// migrations.0021_drop_fact_key: a fact may have several versions
// mode: schema
DROP CONSTRAINT fact_key IF EXISTS
