// migrations.0040_alias_initials: aliases by the first letters of their names
// mode: schema
CREATE INDEX alias_initials IF NOT EXISTS
FOR (a:Alias) ON (a.namespace, a.initials)
