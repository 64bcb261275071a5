// projection.drop: drop a projection, if it is there
// mode: read
// param graph_name STRING - projection
// column graph_name STRING
CALL gds.graph.drop($graph_name, false) YIELD graphName
RETURN graphName AS graph_name
