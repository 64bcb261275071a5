// migrations.0016_entity_fulltext: entities by words of their names and aliases
// mode: schema
CREATE FULLTEXT INDEX entity_fulltext IF NOT EXISTS
FOR (n:Entity) ON EACH [n.ns_token, n.name, n.aliases]
OPTIONS {indexConfig: {`fulltext.analyzer`: 'english'}}
