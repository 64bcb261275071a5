// admin.list_indexes: indexes with what they cover
// mode: read
// column name STRING
// column type STRING
// column state STRING
// column unique BOOLEAN - it belongs to a constraint
// column covers LIST<STRING> | NULL
// column properties LIST<STRING> | NULL
// column options MAP
SHOW INDEXES YIELD name, type, state, owningConstraint, labelsOrTypes, properties, options
RETURN name, type, state, owningConstraint IS NOT NULL AS unique, labelsOrTypes AS covers, properties, options
