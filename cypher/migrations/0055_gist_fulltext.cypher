// migrations.0055_gist_fulltext: gists by words; ns_token is a required clause of every query
// mode: schema
CREATE FULLTEXT INDEX gist_fulltext IF NOT EXISTS
FOR (g:Gist) ON EACH [g.ns_token, g.text]
OPTIONS {indexConfig: {`fulltext.analyzer`: 'english'}}
