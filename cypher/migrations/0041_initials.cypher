// migrations.0041_initials: give the entities of earlier stores the first letters of their names
// mode: schema
// column filled INTEGER
MATCH (n:Entity)
WHERE n.initials IS NULL AND n.canonical_name CONTAINS ' '
WITH n, [w IN split(n.canonical_name, ' ')
  WHERE w =~ '[a-z0-9].*' AND NOT w IN ['a', 'an', 'and', 'at', 'de', 'for', 'in', 'of', 'on', 'the', 'to']] AS words
WHERE 2 <= size(words) <= 8
SET n.initials = reduce(letters = '', w IN words | letters + left(w, 1))
RETURN count(n) AS filled
