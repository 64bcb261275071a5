// admin.list_indexes: indexes with what they cover
// mode: read
// column name STRING
// column type STRING
// column state STRING
// column covers LIST<STRING>
// column properties LIST<STRING>
// column options MAP
SHOW INDEXES YIELD name, type, state, labelsOrTypes, properties, options
RETURN name, type, state, labelsOrTypes AS covers, properties, options
