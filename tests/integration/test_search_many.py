"""Many searches in one call."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

import pytest
from support.graph_state import rows
from support.worlds import NOW, make_world, plain

from memgraph_svc.adapters.embedders.hashing import HashingEmbedder
from memgraph_svc.errors import InvalidInputError
from memgraph_svc.projection.memory_graph import MemoryGraph
from memgraph_svc.settings import LIMITS

if TYPE_CHECKING:
    from memgraph_svc.graph.graph import Graph
    from memgraph_svc.services.memory import MemoryService

WORLD = make_world(40, seed=3)
KEPT = "CALL gds.graph.list() YIELD graphName AS name WHERE name CONTAINS $pid RETURN name"
QUESTIONS = [*WORLD.questions, "nothing of this", WORLD.questions[0]]


@pytest.fixture
def filled(memory: MemoryService, namespace: str) -> MemoryService:
    assert memory.episodes.insert_many(WORLD.rows, namespace=namespace).refused == ()
    return memory


@pytest.mark.parametrize(
    "options",
    [{}, {"mode": "ppr", "limit": 3}, {"mode": "fulltext", "rank": "relevance"}, {"as_of": NOW, "limit": 200}],
)
def test_the_answers_are_those_of_single_searches_in_order(
    filled: MemoryService, namespace: str, options: dict[str, Any]
) -> None:
    found = filled.episodes.search_many(QUESTIONS, namespace=namespace, **options)
    assert found == [filled.episodes.search(question, namespace=namespace, **options) for question in QUESTIONS]
    assert [result.query for result in found] == QUESTIONS
    assert any(hit.path for hit in found[0].hits) == (options.get("mode") != "fulltext")


def test_one_call_of_the_embedder_and_one_projection_serve_all(
    filled: MemoryService, namespace: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls: list[str] = []
    embed, project = HashingEmbedder.embed_queries, MemoryGraph.project

    def watched_embed(self: HashingEmbedder, texts: Any) -> Any:
        calls.append("embed")
        return embed(self, texts)

    def watched_project(self: MemoryGraph, *args: Any) -> Any:
        calls.append("project")
        return project(self, *args)

    monkeypatch.setattr(HashingEmbedder, "embed_queries", watched_embed)
    monkeypatch.setattr(MemoryGraph, "project", watched_project)
    found = filled.episodes.search_many(QUESTIONS[:3], namespace=namespace, mode="ppr", as_of=NOW)
    assert [result.mode for result in found] == ["ppr"] * 3
    assert calls == ["embed", "project"]
    assert filled.episodes.search_many([], namespace=namespace) == []
    filled.episodes.search_many(["x"], namespace=namespace, mode="fulltext")
    assert calls == ["embed", "project", "embed"]


def test_a_batch_goes_on_when_the_namespace_changes_under_way(
    filled: MemoryService, graph: Graph, namespace: str
) -> None:
    with filled.ppr.sharing() as shared:
        assert shared.retrieve(QUESTIONS[0], namespace=namespace).scores
        filled.episodes.insert(plain("Zephyra came", id="new", entities=["Zephyra"]), namespace=namespace)
        assert "new" in shared.retrieve("Who is Zephyra?", namespace=namespace).scores
        graph.run("projection.drop", graph_names=[row["name"] for row in rows(graph, KEPT, pid=f"_{os.getpid()}_")])
        assert "new" in shared.retrieve("Who is Zephyra?", namespace=namespace).scores


def test_bad_input_names_its_place(memory: MemoryService, namespace: str) -> None:
    for queries, field in (
        (["fine", " "], "queries.1"),
        (["fine", "x" * (LIMITS.query_characters + 1)], "queries.1"),
        ([3], "queries.0"),
        ("text", "queries"),
        ({"a", "b"}, "queries"),
        (["x"] * (LIMITS.batch_searches + 1), "queries"),
    ):
        with pytest.raises(InvalidInputError) as caught:
            memory.episodes.search_many(queries, namespace=namespace)  # pyright: ignore[reportArgumentType]
        assert caught.value.field == field
    for options, field in (({"limit": 0}, "limit"), ({"mode": "wild"}, "mode"), ({"namespace": "a b"}, "namespace")):
        with pytest.raises(InvalidInputError, match=field):
            memory.episodes.search_many([], **{"namespace": namespace, **options})  # pyright: ignore[reportArgumentType]
