// predicates.declare: note when a predicate was declared single-valued and when not
// mode: write
// param namespace STRING - tenant
// param name STRING - predicate
// param switches LIST<INTEGER> - moments, in turn
MERGE (p:Predicate {namespace: $namespace, name: $name})
SET p.switched_ms = $switches, p.functional = size($switches) % 2 = 1
