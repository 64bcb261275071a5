// migrations.0018_labels: create every label, so that native projections never meet an absent one
// mode: schema
// param names LIST<STRING> - labels
// column named INTEGER
UNWIND $names AS name
CALL db.createLabel(name)
RETURN count(*) AS named
