// migrations.0006_page_key: a page id is unique in its namespace
// mode: schema
CREATE CONSTRAINT page_key IF NOT EXISTS
FOR (p:Page) REQUIRE (p.namespace, p.page_id) IS UNIQUE
