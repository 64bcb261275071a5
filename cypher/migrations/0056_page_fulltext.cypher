// migrations.0056_page_fulltext: pages of sessions by words; ns_token is a required clause of every query
// mode: schema
CREATE FULLTEXT INDEX page_fulltext IF NOT EXISTS
FOR (p:Page) ON EACH [p.ns_token, p.text]
OPTIONS {indexConfig: {`fulltext.analyzer`: 'english'}}
