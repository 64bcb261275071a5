// migrations.0020_property_keys: create every projected property key, for the same reason
// mode: schema
// param names LIST<STRING> - keys
// column named INTEGER
UNWIND $names AS name
CALL db.createProperty(name)
RETURN count(*) AS named
