// migrations.0039_entity_initials: entities by the first letters of their names
// mode: schema
CREATE INDEX entity_initials IF NOT EXISTS
FOR (n:Entity) ON (n.namespace, n.initials)
