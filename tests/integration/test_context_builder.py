"""Contexts: they fit, they are whole, in order, and say what they hold."""

from __future__ import annotations

import uuid
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from support.graph_state import snapshot
from support.worlds import NOW, make_memory, make_world, plain

from memgraph_svc.adapters.clock import FixedClock
from memgraph_svc.adapters.tokenizers.tiktoken_pure import O200kTokenizer
from memgraph_svc.errors import InvalidInputError

if TYPE_CHECKING:
    from memgraph_svc.domain.context import Context
    from memgraph_svc.graph.graph import Graph
    from memgraph_svc.services.memory import MemoryService
    from memgraph_svc.settings import Settings

DAY = datetime(2026, 3, 1, tzinfo=UTC)
TOKENIZER = O200kTokenizer()
QUESTION = "Who leads team Kestrel?"


def ids(context: Context) -> list[str]:
    return [item.id for item in context.items]


def lead(memory: MemoryService, name: str, day: int, **fields: Any) -> str:
    """State who leads the team from a day on."""
    since = DAY + timedelta(days=day)
    report = memory.temporal.assert_fact(
        "team Kestrel",
        "is led by",
        name,
        namespace=fields.pop("namespace"),
        valid_from=since,
        functional=True,
        **fields,
    )
    assert report.fact_id
    return report.fact_id


@pytest.fixture(scope="module")
def world(graph: Graph, server: Settings) -> MemoryService:
    """A life of 60 episodes."""
    namespace = f"t-{uuid.uuid4().hex[:12]}"
    memory = make_memory(graph, server, namespace)
    assert memory.episodes.insert_many(make_world(60, seed=5).rows, namespace=namespace).refused == ()
    return memory


@settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.integers(1, 700), st.sampled_from(make_world(60, seed=5).questions))
def test_it_never_exceeds_the_budget_and_every_item_is_whole(world: MemoryService, budget: int, question: str) -> None:
    context = world.context(question, token_budget=budget)
    assert context.tokens == TOKENIZER.count(context.text) <= budget
    assert context.tokenizer == "o200k_base"
    assert bool(context.items) == bool(context.text)
    hits = {hit.id: hit for hit in world.recall(question, limit=200, rank="relevance").hits}
    episodes = [hits[item.id] for item in context.items if item.kind != "fact"]
    assert [e.occurred_at for e in episodes] == sorted(e.occurred_at for e in episodes)
    for episode in episodes:
        assert f"[{episode.id}, {episode.occurred_at.isoformat()[:10]}" in context.text
        if len(episodes) > 1:
            assert episode.content in context.text


def test_a_larger_budget_is_used(world: MemoryService) -> None:
    [question, *_] = make_world(60, seed=5).questions
    sizes = [len(world.context(question, token_budget=budget).items) for budget in (50, 500, 3000)]
    assert sizes == sorted(sizes)
    assert sizes[0] < sizes[-1]
    assert world.context(question, token_budget=1_000_000, limit=3).tokens < 1000


def test_facts_that_hold_lead_and_episodes_follow_in_time(memory: MemoryService, graph: Graph, namespace: str) -> None:
    for name, day in (("later", 5), ("sooner", 2)):
        memory.episodes.insert(
            plain(f"Kestrel met {name}", id=name, occurred_at=DAY + timedelta(days=day, minutes=day)),
            namespace=namespace,
        )
    ann, ben = lead(memory, "Ann", 0, namespace=namespace), lead(memory, "Ben", 10, namespace=namespace)
    before = snapshot(graph, namespace)
    context = memory.context(QUESTION, token_budget=500)
    assert context.text == (
        "- team Kestrel is led by Ben (since 2026-03-11)\n"
        "[sooner, 2026-03-03T00:02Z] Kestrel met sooner\n"
        "[later, 2026-03-06T00:05Z] Kestrel met later"
    )
    assert [(item.id, item.kind) for item in context.items] == [
        (ben, "fact"), ("sooner", "message"), ("later", "message"),
    ]  # fmt: skip
    then = memory.context(QUESTION, token_budget=500, as_of=DAY + timedelta(days=4))
    assert then.text.splitlines() == [
        "- team Kestrel is led by Ann (from 2026-03-01 until 2026-03-11)",
        "[sooner, 2026-03-03T00:02Z] Kestrel met sooner",
    ]
    assert ids(then) == [ann, "sooner"]
    assert snapshot(graph, namespace) == before


def test_what_was_known(graph: Graph, server: Settings, namespace: str) -> None:
    memory = make_memory(graph, server, namespace, clock=FixedClock(NOW))
    lead(memory, "Ann", 0, namespace=namespace)
    later = make_memory(graph, server, namespace, clock=FixedClock(NOW + timedelta(days=1)))
    later.episodes.insert(plain("Kestrel met", id="e", occurred_at=DAY), namespace=namespace)
    lead(later, "Ben", 1, namespace=namespace)
    assert "Ben" in later.context(QUESTION, token_budget=100).text
    known = later.context(QUESTION, token_budget=100, known_at=NOW)
    assert known.text == "- team Kestrel is led by Ann (since 2026-03-01)"


def test_filters_that_only_episodes_pass_leave_out_the_facts(memory: MemoryService, namespace: str) -> None:
    for name in ("s1", "s2"):
        memory.episodes.insert(plain(f"Kestrel in {name}", id=name, session=name), namespace=namespace)
    lead(memory, "Ann", 0, namespace=namespace)
    assert ids(memory.context(QUESTION, session_id="s1")) == ["s1"]
    assert memory.context(QUESTION, kinds=["document"]).text == ""


def test_facts_take_a_quarter_at_most(memory: MemoryService, namespace: str) -> None:
    memory.episodes.insert(plain("Kestrel met", id="e"), namespace=namespace)
    for number in range(30):
        memory.temporal.assert_fact("team Kestrel", "owns", f"service {number}", namespace=namespace)
    context = memory.context(QUESTION, token_budget=200)
    facts = [line for line in context.text.splitlines() if line.startswith("- ")]
    assert facts
    assert 25 < TOKENIZER.count("\n".join(facts)) <= 50
    assert ids(context)[-1] == "e"


def test_of_many_facts_the_surest_lead(memory: MemoryService, namespace: str) -> None:
    told = [
        {"subject": "Kestrel", "predicate": f"part {i:03}", "object": f"P{i}", "confidence": 0.5} for i in range(120)
    ]
    told.append({"subject": "Kestrel", "predicate": "zoned in", "object": "Ghent"})
    memory.episodes.insert(plain("Kestrel", id="e1", entities=["Kestrel"], facts=told), namespace=namespace)
    built = memory.context("Where is Kestrel?", token_budget=200, namespace=namespace)
    assert built.text.startswith("- Kestrel zoned in Ghent")


def test_the_best_episode_is_cut_when_it_is_longer_than_the_budget(memory: MemoryService, namespace: str) -> None:
    memory.episodes.insert(plain("Kestrel " + "word " * 500, id="long"), namespace=namespace)
    memory.episodes.insert(plain("short", id="short"), namespace=namespace)
    lead(memory, "Ann", 0, namespace=namespace)
    context = memory.context("Kestrel word", token_budget=60, rank="relevance", mode="fulltext")
    assert ids(context) == ["long"]
    assert context.text.endswith("word …")
    assert 55 < context.tokens == TOKENIZER.count(context.text) <= 60


def test_an_empty_context_says_why(memory: MemoryService, namespace: str) -> None:
    nothing = memory.context(QUESTION)
    assert (nothing.text, nothing.tokens, nothing.items) == ("", 0, ())
    assert nothing.decided_by.endswith(f"namespace {namespace!r} holds no episode")
    memory.episodes.insert(plain("Kestrel", id="e"), namespace=namespace)
    tiny = memory.context(QUESTION, token_budget=3)
    assert (tiny.text, tiny.tokens, tiny.items) == ("", 0, ())
    assert tiny.decided_by.endswith("nothing fits in 3 tokens")
    assert ids(memory.context(QUESTION, namespace=f"{namespace}-2")) == []


class WholesaleTokenizer:
    """Needs more for a whole than for its parts."""

    name = "wholesale"

    def count(self, text: str) -> int:
        return len(text.split()) ** 2


def test_a_tokenizer_that_needs_more_for_the_whole_is_obeyed(memory: MemoryService, namespace: str) -> None:
    for number in range(5):
        memory.episodes.insert(plain(f"Kestrel {number}", id=f"e{number}"), namespace=namespace)
    memory._context_builder._tokenizer = WholesaleTokenizer()
    context = memory.context(QUESTION, token_budget=70)
    assert len(context.items) == 2
    assert context.tokens == WholesaleTokenizer().count(context.text) == 64


@pytest.mark.parametrize(
    ("options", "field"),
    [
        ({"token_budget": 0}, "token_budget"), ({"token_budget": 1_000_001}, "token_budget"),
        ({"token_budget": True}, "token_budget"), ({"token_budget": "9"}, "token_budget"),
        ({"token_budget": None}, "token_budget"), ({"query": " "}, "query"), ({"as_of": "2026-03-01"}, "as_of"),
        ({"nonsense": 1}, "nonsense"), ({"namespace": "a b"}, "namespace"),
    ],
)  # fmt: skip
def test_what_breaks_a_rule_is_refused(memory: MemoryService, options: dict[str, Any], field: str) -> None:
    with pytest.raises(InvalidInputError) as caught:
        memory.context(**{"query": QUESTION, **options})
    assert caught.value.field == field
