"""Searching a small world in every way: filters, limits, order and scores."""

from __future__ import annotations

import math
import uuid
from datetime import timedelta
from typing import TYPE_CHECKING, Any

import pytest
from support.graph_state import archive, snapshot
from support.worlds import NOW, FixedEmbedder, make_memory, make_world, plain, vector

from memgraph_svc.adapters.clock import FixedClock
from memgraph_svc.domain.instant import parse_instant
from memgraph_svc.errors import InvalidInputError

if TYPE_CHECKING:
    from collections.abc import Callable

    from memgraph_svc.graph.graph import Graph
    from memgraph_svc.services.memory import MemoryService
    from memgraph_svc.settings import Settings

MODES = ("relevance", "fulltext", "hybrid", "ppr", "auto")
LATER = NOW + timedelta(hours=3)
ARCHIVED = ("e-00004", "e-00011", "e-00023")
Row = dict[str, Any]


class Filled:
    """A filled namespace and the rows that are in it; tests only read it."""

    def __init__(self, graph: Graph, server: Settings) -> None:
        self.namespace = f"t-{uuid.uuid4().hex[:12]}"
        clock = FixedClock(NOW)
        self.memory = make_memory(graph, server, self.namespace, clock=clock)
        self.rows = make_world(60, seed=5).rows
        self.memory.episodes.insert_many(self.rows[:40], namespace=self.namespace)
        clock.set(LATER)
        self.memory.episodes.insert_many(self.rows[40:], namespace=self.namespace)
        archive(graph, self.namespace, *ARCHIVED)

    def ids(self, query: str = "Who plans Borealis?", **options: Any) -> list[str]:
        return [hit.id for hit in self.memory.episodes.search(query, namespace=self.namespace, **options).hits]


@pytest.fixture(scope="module")
def filled(graph: Graph, server: Settings) -> Filled:
    return Filled(graph, server)


def test_every_way_of_searching_gives_finite_scores_in_a_stable_order_and_writes_nothing(
    filled: Filled, graph: Graph
) -> None:
    state = snapshot(graph, filled.namespace)
    for mode in MODES:
        for rank in ("relevance", "memory"):
            asked = {"mode": mode, "rank": rank, "namespace": filled.namespace, "limit": 25}
            result = filled.memory.episodes.search("Does Asha Moreau repair a valve in Ghent?", **asked)
            assert result.mode == ("ppr" if mode == "auto" else mode)
            assert result.decided_by
            scores = [hit.score for hit in result.hits]
            assert len(scores) == (25 if mode != "fulltext" else len(scores)) > 0
            assert scores == sorted(scores, reverse=True)
            assert all(0 <= score <= 1 for score in scores)
            assert all(math.isfinite(part) for hit in result.hits for part in hit.parts.values())
            assert len({hit.id for hit in result.hits}) == len(result.hits)
            assert filled.memory.episodes.search("Does Asha Moreau repair a valve in Ghent?", **asked) == result
            if rank == "relevance":
                short = filled.memory.episodes.search(result.query, **asked | {"limit": 4})
                assert [hit.id for hit in short.hits] == [hit.id for hit in result.hits[:4]]
    assert snapshot(graph, filled.namespace) == state


CASES: list[tuple[dict[str, Any], Callable[[Row], bool]]] = [
    ({}, lambda row: True),
    ({"kinds": ["document"]}, lambda row: row["kind"] == "document"),
    ({"kinds": ["tool_result", "message"]}, lambda row: row["kind"] in {"tool_result", "message"}),
    ({"session_id": "s2"}, lambda row: row.get("session") == "s2"),
    ({"conversation_id": "c1"}, lambda row: row.get("conversation") == "c1"),
    ({"session_id": "s1", "conversation_id": "c1"}, lambda row: row.get("session") == "s1"),
    ({"session_id": "s1", "conversation_id": "c2"}, lambda row: False),
    ({"occurred_from": NOW - timedelta(minutes=210)}, lambda row: at(row) >= NOW - timedelta(minutes=210)),
    ({"occurred_to": NOW - timedelta(minutes=210)}, lambda row: at(row) < NOW - timedelta(minutes=210)),
    ({"as_of": NOW - timedelta(minutes=210)}, lambda row: at(row) <= NOW - timedelta(minutes=210)),
    ({"known_at": NOW}, lambda row: row["id"] < "e-00040"),
    ({"known_at": NOW - timedelta(milliseconds=1)}, lambda row: False),
    (
        {"kinds": ["message"], "conversation_id": "c0", "known_at": NOW, "as_of": NOW},
        lambda row: row["kind"] == "message" and row.get("conversation") == "c0" and row["id"] < "e-00040",
    ),
]  # fmt: skip


def at(row: Row) -> Any:
    return parse_instant(row["occurred_at"])


def test_filters_act_before_the_limit_in_every_mode(filled: Filled) -> None:
    for options, holds in CASES:
        for archived in (False, True):
            wanted = {row["id"] for row in filled.rows if holds(row) and (archived or row["id"] not in ARCHIVED)}
            given = options | {"include_archived": archived}
            assert set(filled.ids(mode="relevance", limit=1000, **given)) == wanted
            few = filled.ids(mode="relevance", rank="relevance", limit=3, **given)
            assert len(few) == min(3, len(wanted))
            holding = {row["id"] for row in filled.rows if row["id"] in wanted and "Borealis" in row["content"]}
            found = set(filled.ids("Borealis", mode="fulltext", limit=1000, **given))
            assert found == holding


@pytest.mark.parametrize("case", [3, 4, 9, 10])
def test_filters_act_on_a_walk_too(filled: Filled, case: int) -> None:
    options, holds = CASES[case]
    walked = filled.ids("Asha Moreau and Borealis", mode="ppr", limit=1000, **options)
    assert walked
    by_id = {row["id"]: row for row in filled.rows}
    assert all(holds(by_id[key]) and key not in ARCHIVED for key in walked)


REFUSED: list[tuple[dict[str, Any], str]] = [
    ({"limit": 0}, "limit"), ({"limit": 1001}, "limit"), ({"limit": "5"}, "limit"), ({"limit": True}, "limit"),
    ({"limit": 2.0}, "limit"), ({"colour": "red"}, "colour"), ({"mode": "magic"}, "mode"), ({"rank": "best"}, "rank"),
    ({"combine": "max"}, "combine"), ({"kinds": ["message", "song"]}, "kinds.1"), ({"kinds": []}, "kinds"),
    ({"kinds": "message"}, "kinds"), ({"session_id": "a b"}, "session_id"),
    ({"conversation_id": ""}, "conversation_id"), ({"as_of": NOW.replace(tzinfo=None)}, "as_of"),
    ({"known_at": 3}, "known_at"), ({"occurred_from": "soon"}, "occurred_from"),
    ({"weights": {"recency": -1}}, "weights.recency"), ({"weights": {"luck": 1}}, "weights.luck"),
    ({"weights": {"recency": 0, "importance": 0, "relevance": 0}}, "weights"),
    ({"occurred_from": NOW, "occurred_to": NOW}, "occurred_to"), ({"query": " \u200b"}, "query"),
    ({"query": "x" * 10_001}, "query"), ({"query": None}, "query"), ({"query": "a\x00b"}, "query"),
    ({"query": "\udcff"}, "query"), ({"namespace": "a b"}, "namespace"), ({"namespace": ""}, "namespace"),
    ({"namespace": None}, "namespace"), ({"namespace": "a" * 129}, "namespace"), ({"namespace": "ä"}, "namespace"),
]  # fmt: skip


def test_an_option_that_is_unknown_or_breaks_a_rule_is_refused(filled: Filled) -> None:
    for options, field in REFUSED:
        asked = {"query": "Borealis", "namespace": filled.namespace, "mode": "relevance"} | options
        with pytest.raises(InvalidInputError) as caught:
            filled.memory.episodes.search(**asked)
        assert caught.value.field == field, options
    for options, field in (({"merge": "mix"}, "merge"), ({"mode": "ppr"}, "mode"), ({"mode": "auto"}, "mode")):
        with pytest.raises(InvalidInputError) as caught:
            filled.memory.episodes.search_with_ppr("Borealis", namespace=filled.namespace, **options)
        assert caught.value.field == field


def test_a_limit_beyond_what_exists_gives_all_of_it(filled: Filled) -> None:
    assert len(filled.ids(mode="hybrid", limit=1000)) == 57
    assert len(filled.ids(mode="relevance", limit=57)) == 57


@pytest.fixture
def three(graph: Graph, server: Settings, namespace: str) -> MemoryService:
    """The test vector of the triple factor: ages 0, 24, 240 h; importance 2, 8, 5; cosines 0.2, 0.9, 0.5."""
    given = {"one": (0, 2, 0.2), "two": (24, 8, 0.9), "three": (240, 5, 0.5)}
    vectors = {key: vector(cosine, math.sqrt(1 - cosine**2)) for key, (_, _, cosine) in given.items()}
    memory = make_memory(graph, server, namespace, embedder=FixedEmbedder(vectors | {"question": vector(1.0)}))
    memory.episodes.insert_many(
        [
            plain(key, id=key, importance=importance, occurred_at=NOW - timedelta(hours=hours))
            for key, (hours, importance, _) in given.items()
        ],
        namespace=namespace,
    )
    return memory


def test_the_triple_factor_is_that_of_the_formula(three: MemoryService) -> None:
    even = {"recency": 1, "importance": 1, "relevance": 1}
    found = three.recall("question", mode="relevance", weights=even)
    assert {hit.id: hit.score for hit in found.hits} == {
        "two": pytest.approx(0.946, abs=5e-4), "one": pytest.approx(0.3333, abs=5e-4),
        "three": pytest.approx(0.3095, abs=5e-4),
    }  # fmt: skip
    assert found.hits[0].parts["cosine"] == pytest.approx(0.9, abs=1e-6)
    assert found.hits[0].parts["recency"] == pytest.approx(0.995**24)
    assert found.hits[0].parts["importance"] == 8
    times = three.recall("question", mode="relevance", combine="product", weights=even)
    assert {hit.id: hit.score for hit in times.hits} == {
        "one": pytest.approx(0.2 * 0.6), "two": pytest.approx(0.995**24 * 0.8 * 0.95),
        "three": pytest.approx(0.995**240 * 0.5 * 0.75),
    }  # fmt: skip
    assert three.recall("question", mode="relevance", weights={"recency": 9}).hits[0].id == "one"
    past = three.recall("question", mode="relevance", as_of=NOW - timedelta(hours=30))
    assert [(hit.id, hit.score) for hit in past.hits] == [("three", pytest.approx(0.5))]


def test_the_later_of_two_equal_ones_wins(three: MemoryService, namespace: str) -> None:
    older = plain("one", id="older", importance=2, occurred_at=NOW - timedelta(hours=9))
    three.episodes.insert(older, namespace=namespace)
    ids = [hit.id for hit in three.recall("question", mode="relevance").hits]
    assert ids.index("one") < ids.index("older")


def test_ties_go_by_id(graph: Graph, server: Settings, namespace: str) -> None:
    memory = make_memory(graph, server, namespace)
    keys = ["k3", "k1", "k5", "k2", "k4"]
    memory.episodes.insert_many([plain("the very same words", id=key) for key in keys], namespace=namespace)
    for mode in ("relevance", "fulltext", "hybrid"):
        for rank in ("relevance", "memory"):
            hits = memory.recall("same words", mode=mode, rank=rank, limit=4).hits
            assert [hit.id for hit in hits] == sorted(keys)[:4]


def test_an_unknown_namespace_is_not_the_same_as_nothing_found(memory: MemoryService, namespace: str) -> None:
    for mode in ("relevance", "fulltext", "hybrid", "ppr", "auto"):
        answer = memory.episodes.search("anything", namespace=namespace, mode=mode)
        assert answer.hits == ()
        assert f"namespace {namespace!r} holds no episode" in answer.decided_by
    memory.episodes.insert("Something happened.", namespace=namespace)
    answer = memory.episodes.search("something", namespace=namespace, mode="relevance", session_id="elsewhere")
    assert "no episode passes the filters" in answer.decided_by


def test_a_walk_in_the_past_does_not_know_what_came_later(memory: MemoryService, namespace: str) -> None:
    rows = [
        {"id": f"e{day}", "content": f"Ada met Bob {day}", "occurred_at": f"2026-01-{day:02}T00:00:00Z",
         "entities": ["Ada", "Bob"], "facts": []}
        for day in (1, 2, 3, 20, 21)
    ]  # fmt: skip
    memory.episodes.insert_many(rows[:3], namespace=namespace)
    asked = {"namespace": namespace, "as_of": "2026-01-10T00:00:00Z"}
    before = memory.ppr.retrieve("Who met Ada?", **asked)
    memory.episodes.insert_many(rows[3:], namespace=namespace)
    after = memory.ppr.retrieve("Who met Ada?", **asked)
    assert [s for s in before.seeds if s.kind == "entity"] == [s for s in after.seeds if s.kind == "entity"]
    assert before.scores == pytest.approx(after.scores)
