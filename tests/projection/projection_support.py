"""Looking into projections from outside."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from support.graph_state import rows

if TYPE_CHECKING:
    from memgraph_svc.graph.graph import Graph

_EDGES = """
CALL gds.graph.relationshipProperty.stream($name, 'weight') YIELD sourceNodeId, targetNodeId, propertyValue
WITH gds.util.asNode(sourceNodeId) AS a, gds.util.asNode(targetNodeId) AS b, propertyValue AS weight
RETURN coalesce(a.name, a.episode_id) AS a, coalesce(b.name, b.episode_id) AS b, weight
"""


def held(graph: Graph, name: str) -> dict[tuple[str, str], float]:
    """Edges of a projection that lead somewhere, with their share of all weights; parallel ones add up."""
    edges: Counter[tuple[str, str]] = Counter()
    for row in rows(graph, _EDGES, name=name):
        edges[row["a"], row["b"]] += row["weight"]
    total = sum(edges.values())
    return {pair: round(weight / total, 6) for pair, weight in sorted(edges.items()) if weight > 0}


def is_native(graph: Graph, name: str) -> bool:
    """Whether a projection was made natively: then it has the types of the store."""
    query = "CALL gds.graph.list($name) YIELD schemaWithOrientation AS s RETURN keys(s.relationships) AS types"
    (row,) = rows(graph, query, name=name)
    return "MENTIONS" in row["types"]


def kept(graph: Graph, part: str) -> list[str]:
    """Names of projections on the server that hold a text."""
    (row,) = rows(graph, "CALL gds.graph.list() YIELD graphName RETURN collect(graphName) AS names")
    return [name for name in row["names"] if part in name]
