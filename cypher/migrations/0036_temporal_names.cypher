// migrations.0036_temporal_names: create the names that queries read before anything was written with them
// mode: schema
// column named INTEGER
CALL db.createRelationshipType('ALIAS_OF')
UNWIND ['said_at_ms', 'firm', 'asserted', 'functional', 'switched_ms', 'text', 'confidence', 'source_confidences',
  'invalidated_by', 'sources', 'linked_at_ms'] AS key
CALL db.createProperty(key)
RETURN count(*) AS named
