// migrations.0059_dictionary_names: create the names that queries of the dictionary read before anything was written with them
// mode: schema
// column named INTEGER
CALL db.createLabel('Coded')
CALL db.createLabel('Dictionary')
UNWIND ['code', 'codes'] AS key
CALL db.createProperty(key)
RETURN count(*) AS named
