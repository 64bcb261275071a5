// migrations.0019_relationship_types: create every relationship type, for the same reason
// mode: schema
// param names LIST<STRING> - types
// column named INTEGER
UNWIND $names AS name
CALL db.createRelationshipType(name)
RETURN count(*) AS named
