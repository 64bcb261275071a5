"""Sessions that are long enough for a gist, and everything that is stored of their gists."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from support.graph_state import rows
from support.worlds import plain

if TYPE_CHECKING:
    from memgraph_svc.graph.graph import Graph
    from memgraph_svc.services.memory import MemoryService

_TALK = (
    ("user", "The pump in hall {n} stopped at 14:{n:02d} and nobody knows why."),
    ("call", '{{"valve": "V-{n}", "limit": {n}}}'),
    ("tool", "valve: V-{n}\npressure: {n}7 bar\nstate: closed"),
    ("assistant", "Valve V-{n} is closed. We replaced its seal with part S{n}40, and the pump runs again."),
)


def turn(number: int, content: str | None = None, *, session: str = "s", **fields: Any) -> dict[str, Any]:
    """One turn of a session, with the id ``session-number``."""
    role, text = _TALK[number % len(_TALK)]
    given = {"id": f"{session}-{number}", "session": session, "turn": number, "role": role} | fields
    return plain(text.format(n=number) if content is None else content, **given)


def turns(count: int, *, session: str = "s", first: int = 1) -> list[dict[str, Any]]:
    """Turns from ``first`` on."""
    return [turn(number, session=session) for number in range(first, first + count)]


def tell(memory: MemoryService, namespace: str, *given: dict[str, Any]) -> None:
    """Insert turns without links."""
    report = memory.episodes.insert_many(given, namespace=namespace, link=False)
    assert report.refused == ()


def gist_nodes(graph: Graph, namespace: str) -> list[dict[str, Any]]:
    """Properties of every gist and page of a namespace."""
    query = "MATCH (n:Gist|Page) WHERE n.namespace = $n RETURN properties(n) AS found"
    return [row["found"] for row in rows(graph, query, n=namespace)]


def holders(graph: Graph, namespace: str, text: str) -> list[str]:
    """Labels of the nodes of which any property quotes a text."""
    query = "MATCH (n) WHERE n.namespace = $n RETURN labels(n)[0] AS label, properties(n) AS found"
    return sorted(row["label"] for row in rows(graph, query, n=namespace) if text in repr(row["found"]))


def covered(graph: Graph, namespace: str, session: str = "s") -> list[str]:
    """Ids of the episodes behind the pages of a session's gist: page by page, each in the order of its turns."""
    query = (
        "MATCH (:Session {namespace: $n, session_id: $s})<-[:SUMMARIZES]-(:Gist)-[:HAS_PAGE]->(p)-[:COVERS]->(e) "
        "RETURN e.episode_id AS id ORDER BY p.first_turn, e.turn"
    )
    return [row["id"] for row in rows(graph, query, n=namespace, s=session)]
