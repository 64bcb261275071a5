"""The queries for Neo4j Browser: each says what it shows, and shows it on a filled namespace."""

from __future__ import annotations

import re
import uuid
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

import pytest
from support.graph_state import rows
from support.worlds import NOW, make_memory, plain

from memgraph_svc.domain.instant import to_ms
from memgraph_svc.graph.catalog import query_files

if TYPE_CHECKING:
    from memgraph_svc.graph.graph import Graph
    from memgraph_svc.settings import Settings

DRAWINGS = query_files("inspect")
CHIEF = {"subject": "Kestrel", "predicate": "is led by", "functional": True}
EPISODES = [
    plain("Ann leads Kestrel", id="e1", session="s1", entities=["Kestrel", "Ann"], occurred_at="2026-01-05T00:00:00Z",
          facts=[{**CHIEF, "object": "Ann", "valid_from": "2026-01-01T00:00:00Z"}]),
    plain("Ben leads Kestrel now", id="e2", session="s1", entities=["Kestrel", "Ben"], caused_by=["e1"],
          occurred_at="2026-03-05T00:00:00Z", facts=[{**CHIEF, "object": "Ben", "valid_from": "2026-03-01T00:00:00Z"}]),
    plain("Cleo led Kestrel until June", id="e3", session="s1", entities=["Kestrel"],
          occurred_at="2026-03-06T00:00:00Z",
          facts=[{**CHIEF, "object": "Cleo", "valid_from": "2026-02-01T00:00:00Z",
                  "valid_to": "2026-06-01T00:00:00Z"}]),
    plain("Ann leads Kestrel, I think", id="e4"),
]  # fmt: skip
LOOSE = "CREATE (n:Entity {namespace: $n, canonical_name: 'loose', entity_id: $n, name: 'Loose', asserted: false})"
OTHER_NAME = """
MATCH (k:Entity {namespace: $n, canonical_name: 'kestrel'})
CREATE (a:Alias {namespace: $n, canonical_name: 'team kestrel', name: 'team Kestrel'})
CREATE (a)-[x:ALIAS_OF]->(k) SET x.namespace = $n
"""


@pytest.fixture(scope="module")
def filled(graph: Graph, server: Settings) -> str:
    """A namespace in which every drawing has something to show."""
    namespace = f"drawn-{uuid.uuid4().hex[:8]}"
    memory = make_memory(graph, server, namespace)
    assert memory.episodes.insert_many(EPISODES, namespace=namespace).refused == ()
    for query in (LOOSE, OTHER_NAME):
        rows(graph, query, n=namespace)
    return namespace


def draw(graph: Graph, drawing: str, namespace: str, **parameters: Any) -> list[dict[str, Any]]:
    """Rows of a drawing as Browser runs it: the text as it is, with parameters."""
    text = DRAWINGS[drawing]
    known = {
        "namespace": namespace, "episode_id": "e2", "session_id": "s1", "seeds": ["kestrel"], "subject": "kestrel",
        "name": "kestrel", "at": "2026-03-20T12:00:00Z", "known": "2026-12-31T00:00:00Z", "at_ms": to_ms(NOW),
        "to_ms": 2**53 - 1, "known_ms": 2**53 - 2, "path": [], "archived": [False], **parameters,
    }  # fmt: skip
    return rows(graph, text, **{key: known[key] for key in re.findall(r"\$(\w+)", text)})


@pytest.mark.parametrize("name", DRAWINGS)
def test_it_says_what_it_shows_and_needs_and_shows_it(graph: Graph, filled: str, name: str) -> None:
    first, *rest = DRAWINGS[name].splitlines()
    assert first.startswith("// Draws ")
    assert not any(line.startswith("//") for line in rest)
    parameters = set(re.findall(r"\$(\w+)", "\n".join(rest)))
    assert parameters == set(re.findall(r"\$(\w+)", first))
    assert draw(graph, name, filled)
    assert draw(graph, name, f"{filled}-not") == []


def triples(found: list[dict[str, Any]], column: str) -> set[tuple[str, str, str]]:
    """Ends and type of the paths of one hop in a column."""
    return {(path[0]["name"], path[1], path[2]["name"]) for row in found if (path := row[column])}


def test_the_graph_as_of_a_moment(graph: Graph, filled: str) -> None:
    assert triples(draw(graph, "inspect.as_of", filled), "fact") == {("Kestrel", "RELATES_TO", "Ben")}
    january = draw(graph, "inspect.as_of", filled, at="2026-01-20T00:00:00+01:00")
    assert triples(january, "fact") == {("Kestrel", "RELATES_TO", "Ann")}
    assert {row["stated_by"]["episode_id"] for row in january} == {"e1"}
    assert draw(graph, "inspect.as_of", filled, known="2026-01-01T00:00:00Z") == []


def test_versions_beside_claims(graph: Graph, filled: str) -> None:
    found = draw(graph, "inspect.fact_history", filled)
    claims = [row for row in found if row["what"] == "claim"]
    assert triples(claims, "path") == {("Kestrel", "CLAIMS", name) for name in ("Ann", "Ben", "Cleo")}
    assert {"version", "claim"} == {row["what"] for row in found}


def test_what_is_not_believed_beside_what_is(graph: Graph, filled: str) -> None:
    found = draw(graph, "inspect.conflicts", filled)
    assert triples(found, "claimed") == {("Kestrel", "CLAIMS", "Cleo")}
    assert triples(found, "believed") == {("Kestrel", "RELATES_TO", "Ben")}
    assert [row["source"]["episode_id"] for row in found] == ["e3"]


def test_what_is_around_an_entity(graph: Graph, filled: str) -> None:
    around = [row["path"] for row in draw(graph, "inspect.entity", filled)]
    assert {path[2].get("episode_id") for path in around if path[1] == "MENTIONS"} == {"e1", "e2", "e3"}
    assert {path[2]["name"] for path in around if path[1] != "MENTIONS"} == {"Ben", "team Kestrel"}
    assert draw(graph, "inspect.entity", filled, name="loose")[0]["path"] is None


def test_what_hangs_loose(graph: Graph, filled: str) -> None:
    found = [row["loose"] for row in draw(graph, "inspect.orphans", filled)]
    assert {node.get("episode_id") or node["name"] for node in found} == {"e4", "Loose"}


def test_evidence_follows_only_what_holds(graph: Graph, filled: str) -> None:
    def names(**times: Any) -> list[str]:
        [found] = draw(graph, "inspect.evidence", filled, seeds=["ann"], episode_id="e3", **times)
        return [str(node.get("name") or node.get("episode_id")) for node in found["path"][::2]]

    assert len(names()) == 4  # not over the fact that held in January
    assert names(at_ms=to_ms(datetime(2026, 1, 20, tzinfo=UTC))) == ["Ann", "Kestrel", "e3"]


def test_evidence_walks_over_no_episode_that_had_not_happened(graph: Graph, filled: str) -> None:
    found = draw(graph, "inspect.evidence", filled, seeds=["ann"], episode_id="e3")
    assert any(node.get("episode_id") == "e1" for row in found for node in row["path"][::2])
    happened = to_ms(datetime(2026, 1, 2, tzinfo=UTC))
    assert draw(graph, "inspect.evidence", filled, seeds=["ann"], episode_id="e3", to_ms=happened) == []
    assert draw(graph, "inspect.evidence", filled, seeds=["ann"], episode_id="e3", known_ms=happened) == []
