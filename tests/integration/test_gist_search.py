"""Gists and pages are found by meaning and by words, within their namespace and the filters, and lead to episodes."""

from __future__ import annotations

import uuid
from datetime import timedelta
from typing import TYPE_CHECKING, Any

import pytest
from support.gists import keep_gist
from support.graph_state import snapshot
from support.worlds import NOW, make_memory, plain

from memgraph_svc.domain.gist import GistKind
from memgraph_svc.domain.instant import parse_instant
from memgraph_svc.errors import InvalidInputError
from memgraph_svc.repositories.store import Store

if TYPE_CHECKING:
    from memgraph_svc.domain.hit import SearchResult
    from memgraph_svc.graph.graph import Graph
    from memgraph_svc.services.memory import MemoryService
    from memgraph_svc.settings import Settings

BOTH = ["gist", "page"]
MODES = ("relevance", "fulltext", "hybrid", "auto")
TEXTS = {
    "s1": ["The harbour crane was repaired by Asha.", "Bram paid the invoice of the crane."],
    "s2": ["Chidi moved the archive to Ghent.", "The archive holds ledgers and maps."],
    "s3": ["Dunja tested the turbine twice.", "The turbine waits for a valve from Ghent."],
}
TURNS = 4
LATER = NOW + timedelta(hours=2)


class Filled:
    """Three sessions with a gist of two pages each: s1 and s2 in conversation c1, and s3, whose gist is younger."""

    def __init__(self, graph: Graph, server: Settings) -> None:
        self.graph = graph
        self.namespace = f"t-{uuid.uuid4().hex[:12]}"
        self.memory = make_memory(graph, server, self.namespace)
        self.ids: dict[str, tuple[str, list[str]]] = {}
        fill(self.memory, self.namespace)
        for name, pages in TEXTS.items():
            made = LATER if name == "s3" else NOW
            kept = keep_gist(graph, self.namespace, name, "\n".join(pages), pages=pages, recorded_at=made)
            self.ids[name] = kept

    def search(self, query: str, **options: Any) -> SearchResult:
        return self.memory.episodes.search(query, namespace=self.namespace, **{"kinds": BOTH, **options})

    def found(self, query: str, **options: Any) -> set[str]:
        return {hit.id for hit in self.search(query, **options).hits}

    def of(self, *sessions: str) -> set[str]:
        """Ids of the gists and pages of sessions."""
        return {key for name in sessions for key in (self.ids[name][0], *self.ids[name][1])}


def fill(memory: MemoryService, namespace: str) -> None:
    rows = [
        plain(
            f"turn {turn} of {name}: {TEXTS[name][turn * 2 // TURNS]}", id=f"{name}-{turn}", session=name,
            conversation="c2" if name == "s3" else "c1", occurred_at=moment(name, turn).isoformat(),
        )
        for name in TEXTS
        for turn in range(TURNS)
    ]  # fmt: skip
    assert memory.episodes.insert_many(rows, namespace=namespace).refused == ()


def moment(session: str, turn: int) -> Any:
    return NOW - timedelta(days=10 - int(session[1]), minutes=TURNS - turn)


@pytest.fixture(scope="module")
def filled(graph: Graph, server: Settings) -> Filled:
    return Filled(graph, server)


def test_every_mode_finds_them_in_a_stable_order_and_writes_nothing(filled: Filled, graph: Graph) -> None:
    state = snapshot(graph, filled.namespace)
    for mode in MODES:
        for rank in ("relevance", "memory"):
            result = filled.search("Who repaired the harbour crane?", mode=mode, rank=rank)
            best = result.hits[0]
            assert best.session_id == "s1"
            assert result.mode == ("hybrid" if mode == "auto" else mode)
            assert ("no importance and no uses" in result.decided_by) == (rank == "memory")
            assert [hit.score for hit in result.hits] == sorted((hit.score for hit in result.hits), reverse=True)
            assert all(0 <= hit.score <= 1 for hit in result.hits)
            assert filled.search("Who repaired the harbour crane?", mode=mode, rank=rank) == result
            short = filled.search("Who repaired the harbour crane?", mode=mode, rank=rank, limit=2)
            assert short.hits == result.hits[:2]
    assert snapshot(graph, filled.namespace) == state


def test_a_hit_says_what_it_is_and_leads_to_its_episodes(filled: Filled) -> None:
    gist, pages = filled.ids["s1"]
    hits = {hit.id: hit for hit in filled.search("the crane").hits}
    assert hits[gist].kind is GistKind.GIST
    assert hits[gist].content == "\n".join(TEXTS["s1"])
    assert (hits[gist].session_id, hits[gist].occurred_at) == ("s1", moment("s1", 3))
    assert hits[gist].parts.keys() == {"score", "cosine", "bm25"}
    assert set(hits[gist].arms) == {"relevance", "fulltext"}
    first = hits[pages[0]]
    assert (first.kind, first.content, first.occurred_at) == ("page", TEXTS["s1"][0], moment("s1", 1))
    assert Store(filled.graph).gists.list_covered(filled.namespace, first.id) == ["s1-0", "s1-1"]


def test_kinds(filled: Filled) -> None:
    gists, pages = ({hit.kind for hit in filled.search("crane", kinds=[kind]).hits} for kind in BOTH)
    assert (gists, pages) == ({GistKind.GIST}, {GistKind.PAGE})
    assert len(filled.search("crane", kinds=("page", "gist", "page")).hits) == 9
    episodes = filled.memory.episodes.search("crane", namespace=filled.namespace, limit=100).hits
    assert {hit.kind for hit in episodes} == {"message"}


CASES: list[tuple[dict[str, Any], set[str]]] = [
    ({"session_id": "s2"}, {"s2"}),
    ({"session_id": "s2", "conversation_id": "c1"}, {"s2"}),
    ({"session_id": "s2", "conversation_id": "c2"}, set()),
    ({"session_id": "none"}, set()),
    ({"conversation_id": "c1"}, {"s1", "s2"}),
    ({"conversation_id": "c9"}, set()),
    ({"occurred_from": moment("s2", 0)}, {"s2", "s3"}),
    ({"occurred_to": moment("s2", 0)}, {"s1"}),
    ({"as_of": moment("s2", 3)}, {"s1", "s2"}),
    ({"known_at": NOW}, {"s1", "s2"}),
    ({"known_at": NOW - timedelta(seconds=1)}, set()),
    ({"known_at": LATER, "conversation_id": "c2"}, {"s3"}),
]


@pytest.mark.parametrize(("options", "sessions"), CASES)
def test_filters_act_before_the_limit(filled: Filled, options: dict[str, Any], sessions: set[str]) -> None:
    wanted = filled.of(*sessions)
    for mode in ("relevance", "auto"):
        assert filled.found("crane archive turbine", mode=mode, **options) == wanted
    words = {key for key in wanted if key in filled.found("crane archive turbine", mode="fulltext")}
    assert filled.found("crane archive turbine", mode="fulltext", **options) == words
    assert len(filled.search("crane archive turbine", limit=1, **options).hits) == min(1, len(wanted))


def test_a_page_that_ended_by_then_is_found_without_the_gist(filled: Filled) -> None:
    assert filled.found("crane", as_of=moment("s1", 2)) == {filled.ids["s1"][1][0]}


def test_another_namespace_changes_nothing(filled: Filled, graph: Graph, server: Settings) -> None:
    before = [filled.search("crane archive", mode=mode) for mode in MODES]
    other = f"{filled.namespace}-2"
    memory = make_memory(graph, server, other)
    assert memory.recall("crane", kinds=BOTH).decided_by.endswith(f"namespace {other!r} holds no gist")
    fill(memory, other)
    for name in TEXTS:
        keep_gist(graph, other, name, "crane crane archive", pages=["archive", "crane"])
    assert [filled.search("crane archive", mode=mode) for mode in MODES] == before
    assert len(memory.recall("crane archive", kinds=BOTH).hits) == 9
    assert {hit.content for hit in memory.recall("crane", kinds=["gist"]).hits} == {"crane crane archive"}


def test_many_questions_are_answered_as_one_by_one(filled: Filled) -> None:
    questions = ["Who repaired the crane?", "maps", "nothing of it"]
    for mode in MODES:
        found = filled.memory.episodes.search_many(questions, namespace=filled.namespace, kinds=BOTH, mode=mode)
        assert found == [filled.search(question, mode=mode) for question in questions]
    assert filled.memory.episodes.search_many([], namespace=filled.namespace, kinds=BOTH) == []
    with pytest.raises(InvalidInputError) as caught:
        filled.memory.episodes.search_many(["a", " "], namespace=filled.namespace, kinds=BOTH)
    assert caught.value.field == "queries.1"


def test_it_says_why_nothing_is_found(filled: Filled) -> None:
    for query, told in (
        ("the of and", "the question holds no searchable word"),
        ("xylophone", "holds a word of the question"),
        ('"crane" AND (', "fulltext was asked for"),
    ):
        assert told in filled.search(query, mode="fulltext").decided_by
    assert "no gist or page passes the filters" in filled.search("crane", session_id="none").decided_by


@pytest.mark.parametrize(
    ("options", "field"),
    [
        ({"kinds": ["gist", "message"]}, "kinds"), ({"kinds": ["document", "page"]}, "kinds"),
        ({"kinds": ["gist", "song"]}, "kinds"), ({"kinds": "gist"}, "kinds"), ({"mode": "ppr"}, "mode"),
        ({"limit": 0}, "limit"), ({"query": " "}, "query"), ({"colour": "red"}, "colour"),
        ({"session_id": "a b"}, "session_id"), ({"as_of": "2026-03-01"}, "as_of"), ({"namespace": "a b"}, "namespace"),
        ({"occurred_from": NOW, "occurred_to": NOW}, "occurred_to"),
    ],
)  # fmt: skip
def test_what_breaks_a_rule_is_refused(filled: Filled, options: dict[str, Any], field: str) -> None:
    asked = {"query": "crane", "namespace": filled.namespace, "kinds": BOTH} | options
    for find in (filled.memory.episodes.search, filled.memory.recall):
        with pytest.raises(InvalidInputError) as caught:
            find(**asked)
        assert caught.value.field == field
        assert "\n" not in caught.value.message


def test_ppr_and_its_explanation_are_for_episodes(filled: Filled) -> None:
    memory, namespace = filled.memory, filled.namespace
    for find in (memory.episodes.search_with_ppr, memory.ppr.retrieve, memory.ppr.explain):
        with pytest.raises(InvalidInputError, match="gist and page have a search of their own") as caught:
            find("crane", namespace=namespace, kinds=["gist"])
        assert caught.value.field == "kinds"


def test_a_gist_that_is_gone_is_not_found(graph: Graph, memory: MemoryService, namespace: str) -> None:
    fill(memory, namespace)
    keep_gist(graph, namespace, "s1", "crane", pages=["crane", "crane"])
    assert len(memory.recall("crane", kinds=BOTH).hits) == 3
    Store(graph).write(lambda repositories: repositories.gists.delete(namespace, "s1"), name="test")
    assert memory.recall("crane", kinds=BOTH).hits == ()


def test_equal_ones_go_by_id(graph: Graph, memory: MemoryService, namespace: str) -> None:
    fill(memory, namespace)
    ids = sorted(keep_gist(graph, namespace, name, "the very same crane")[0] for name in TEXTS)
    for mode in MODES:
        assert [hit.id for hit in memory.recall("crane", kinds=["gist"], mode=mode).hits] == ids


def test_times_may_be_text(filled: Filled) -> None:
    instant = "2026-04-24T00:00:00Z"
    assert filled.found("crane", occurred_to=instant) == filled.found("crane", occurred_to=parse_instant(instant))
