// migrations.0038_merge_names: create the names that queries of aliases and synonyms read before anything was written with them
// mode: schema
// column named INTEGER
UNWIND ['own_type', 'own_count', 'own_asserted', 'merged_at', 'merged_at_ms', 'initials', 'model', 'linked_at'] AS key
CALL db.createProperty(key)
RETURN count(*) AS named
