// migrations.0017_fact_fulltext: facts by words of their sentence
// mode: schema
CREATE FULLTEXT INDEX fact_fulltext IF NOT EXISTS
FOR ()-[f:RELATES_TO]-() ON EACH [f.ns_token, f.text]
OPTIONS {indexConfig: {`fulltext.analyzer`: 'english'}}
