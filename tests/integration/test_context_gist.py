"""Contexts of sessions that have a gist: it stands first, takes a quarter at most, and obeys the time."""

from __future__ import annotations

import uuid
from datetime import timedelta
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from support.gists import keep_gist
from support.graph_state import snapshot
from support.worlds import NOW, make_memory, plain

from memgraph_svc.adapters.tokenizers.tiktoken_pure import O200kTokenizer
from memgraph_svc.repositories.gists import GistRepository

if TYPE_CHECKING:
    from memgraph_svc.domain.context import Context
    from memgraph_svc.graph.graph import Graph
    from memgraph_svc.services.memory import MemoryService
    from memgraph_svc.settings import Settings

COUNT = O200kTokenizer().count
QUESTION = "Who repaired the crane of Kestrel?"
LINES = [
    "Asha repaired the crane.", *[f"The ledger of month {month} was closed." for month in range(1, 13)],
    "Kestrel paid for the crane.",
]  # fmt: skip
GIST = "\n".join(LINES)


class Filled:
    """A session about Kestrel with a gist that was made an hour later, another one without, and a fact."""

    def __init__(self, graph: Graph, server: Settings) -> None:
        self.namespace = f"t-{uuid.uuid4().hex[:12]}"
        self.memory = make_memory(graph, server, self.namespace)
        rows = [
            plain(f"{name} repaired the crane of Kestrel, part {turn}", id=f"{name}-{turn}", session=name,
                  occurred_at=(NOW - timedelta(days=1, minutes=9 - turn)).isoformat())
            for name in ("s1", "s2") for turn in range(6)
        ]  # fmt: skip
        assert self.memory.episodes.insert_many(rows, namespace=self.namespace).refused == ()
        self.memory.temporal.assert_fact("Kestrel", "owns", "the crane", namespace=self.namespace)
        self.bare = {budget: self.build(token_budget=budget) for budget in (40, 400, 4000)}
        self.gist, _ = keep_gist(
            graph, self.namespace, "s1", GIST, pages=["a", "b"], recorded_at=NOW + timedelta(hours=1)
        )

    def build(self, question: str = QUESTION, **options: Any) -> Context:
        return self.memory.context(question, **options)


@pytest.fixture(scope="module")
def filled(graph: Graph, server: Settings) -> Filled:
    return Filled(graph, server)


def kinds(context: Context) -> list[str]:
    return [item.kind for item in context.items]


def test_the_gist_leads_then_facts_then_episodes(filled: Filled, graph: Graph) -> None:
    state = snapshot(graph, filled.namespace)
    context = filled.build(token_budget=4000)
    assert (context.items[0].id, context.items[0].kind) == (filled.gist, "gist")
    head, rest = context.text.split("\n", 1)
    assert head == "[gist of s1, turns 1 to 6]"
    assert rest.startswith(f"{GIST}\n- Kestrel owns the crane")
    assert kinds(context) == ["gist", "fact", *["message"] * 12]
    without = filled.bare[4000]
    assert context.text.removeprefix(f"{head}\n{GIST}\n") == without.text
    assert context.items[1:] == without.items
    assert filled.build(token_budget=4000) == context
    assert snapshot(graph, filled.namespace) == state


def test_of_a_gist_that_is_too_long_the_lines_that_matter_are_taken(filled: Filled) -> None:
    context = filled.build(token_budget=200)
    assert context.text.startswith(
        "[from the gist of s1, turns 1 to 6]\nAsha repaired the crane.\nKestrel paid for the crane.\n- "
    )
    assert "ledger" not in context.text
    about = filled.build("What about the ledger of month 7?", token_budget=200, mode="relevance")
    assert "The ledger of month 7 was closed." in about.text
    assert "Asha repaired the crane." not in about.text


@settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.integers(1, 700), st.sampled_from([QUESTION, "ledger month", "part 3"]))
def test_it_never_exceeds_the_budget_nor_the_gist_its_quarter(filled: Filled, budget: int, question: str) -> None:
    context = filled.build(question, token_budget=budget)
    assert context.tokens == COUNT(context.text) <= budget
    if "gist" in kinds(context):
        assert kinds(context).index("gist") == 0
        kept = [line for line in context.text.splitlines() if line in LINES or "gist of s1" in line]
        assert COUNT("\n".join(kept)) <= budget // 4
        assert len(kept) > 1
        assert "message" in kinds(context)


def test_where_no_gist_may_stand(filled: Filled) -> None:
    for options in (
        {"kinds": ["message"]}, {"session_id": "s2"}, {"known_at": NOW}, {"as_of": NOW - timedelta(days=1, minutes=5)},
        {"occurred_to": NOW - timedelta(days=1, minutes=5)}, {"occurred_from": NOW - timedelta(days=2)},
        {"token_budget": 20}, {"limit": 1, "session_id": "s2"},
    ):  # fmt: skip
        context = filled.build(**{"token_budget": 500, **options})
        assert "gist" not in kinds(context), options
        assert context.items
    for options in ({"session_id": "s1"}, {"known_at": NOW + timedelta(hours=1)}, {"as_of": NOW}):
        assert kinds(filled.build(token_budget=500, **options))[0] == "gist", options


def test_the_session_that_is_found_first_and_has_one(filled: Filled, graph: Graph) -> None:
    other, _ = keep_gist(graph, filled.namespace, "s2", "s2 repaired it.")
    try:
        first = filled.memory.recall("s2 repaired", limit=1, mode="fulltext", rank="relevance").hits[0]
        context = filled.build("s2 repaired", token_budget=500, mode="fulltext", rank="relevance")
        assert first.session_id == "s2"
        assert context.items[0].id == other
        assert context.text.startswith("[gist of s2]\ns2 repaired it.\n")
    finally:
        GistRepository(graph).delete(filled.namespace, "s2")


def test_a_context_of_gists_alone(filled: Filled) -> None:
    context = filled.build(kinds=["gist"], token_budget=500)
    assert kinds(context) == ["gist"]
    assert GIST in context.text


def test_a_store_without_gists_gives_what_it_gave(filled: Filled) -> None:
    for context in filled.bare.values():
        assert "gist" not in kinds(context)
    assert kinds(filled.bare[400])[0] == "fact"


def test_a_gist_needs_its_session_among_the_hits(memory: MemoryService, namespace: str, graph: Graph) -> None:
    memory.episodes.insert(plain("alone", id="alone"), namespace=namespace)
    assert kinds(memory.context("alone")) == ["message"]
    memory.episodes.insert(plain("in a session", id="e", session="s"), namespace=namespace)
    keep_gist(graph, namespace, "s", "crane")
    assert kinds(memory.context("alone", limit=1, mode="fulltext")) == ["message"]
