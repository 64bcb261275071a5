// projection.drop: drop those projections that are there
// mode: read
// param graph_names LIST<STRING> - projections
// column graph_name STRING
UNWIND $graph_names AS name
CALL gds.graph.drop(name, false) YIELD graphName
RETURN graphName AS graph_name
