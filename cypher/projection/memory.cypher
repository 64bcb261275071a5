// projection.memory: what a projection takes
// mode: read
// param graph_name STRING - projection
// column bytes INTEGER
CALL gds.graph.list($graph_name) YIELD sizeInBytes
RETURN sizeInBytes AS bytes
