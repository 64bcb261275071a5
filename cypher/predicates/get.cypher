// predicates.get: a predicate that was declared single-valued or not
// mode: read
// param namespace STRING - tenant
// param name STRING - predicate
// column switches LIST<INTEGER> - moments at which it was declared single-valued and not, in turn
MATCH (p:Predicate {namespace: $namespace, name: $name})
RETURN p.switched_ms AS switches
