"""Why something happened: over stored causes, at any instant."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

import pytest
from support.graph_state import archive, rows, snapshot
from support.worlds import NOW, make_memory, plain

from memgraph_svc.adapters.clock import FixedClock
from memgraph_svc.errors import InvalidInputError, NotFoundError

if TYPE_CHECKING:
    from memgraph_svc.domain.cause import WhyAnswer
    from memgraph_svc.graph.graph import Graph
    from memgraph_svc.services.memory import MemoryService
    from memgraph_svc.settings import Settings

DAY = datetime(2026, 3, 1, tzinfo=UTC)
OUTAGE = {
    "release": (),
    "forwarder": (),
    "conntrack": ("forwarder", "release"),
    "probe": ("conntrack",),
    "502": ("probe",),
}


def insert(memory: MemoryService, namespace: str, causes: dict[str, tuple[str, ...]], **fields: Any) -> None:
    lines = [
        plain(f"about {name}", id=name, occurred_at=DAY + timedelta(hours=hour), caused_by=list(caused_by), **fields)
        for hour, (name, caused_by) in enumerate(causes.items())
    ]
    assert memory.episodes.insert_many(lines, namespace=namespace).refused == ()


def set_cause(graph: Graph, namespace: str, effect: str, cause: str, **properties: Any) -> None:
    rows(
        graph,
        "MATCH (:Episode {namespace: $n, episode_id: $effect})-[c:CAUSED_BY]->(:Episode {episode_id: $cause}) "
        "SET c += $properties",
        n=namespace, effect=effect, cause=cause, properties=properties,
    )  # fmt: skip


def paths(answer: WhyAnswer) -> list[list[str]]:
    return [[step.episode_id for step in path.steps] for path in answer.paths]


def test_the_known_vector(memory: MemoryService, graph: Graph, namespace: str) -> None:
    insert(memory, namespace, OUTAGE)
    set_cause(graph, namespace, "conntrack", "forwarder", confidence=0.8, kind="tested")
    set_cause(graph, namespace, "conntrack", "release", confidence=0.5, kind="inferred")
    before = snapshot(graph, namespace)
    answer = memory.causes.why("502", namespace=namespace)
    assert answer.answer == "paths"
    assert paths(answer) == [["probe", "conntrack", "forwarder"], ["probe", "conntrack", "release"]]
    assert [path.score for path in answer.paths] == pytest.approx([0.9 * 0.9 * 0.8 * 0.8**3, 0.9 * 0.9 * 0.5 * 0.8**3])
    assert answer.roots == ("forwarder", "release")
    last = answer.paths[0].steps[-1]
    assert last.model_dump() == {
        "episode_id": "forwarder", "content": "about forwarder", "confidence": 0.8, "kind": "tested",
        "source": "conntrack", "occurred_at": DAY + timedelta(hours=1),
    }  # fmt: skip
    assert snapshot(graph, namespace) == before


def test_hops_bound_the_path_and_what_goes_on_is_no_root(memory: MemoryService, namespace: str) -> None:
    chain = {f"e{n}": ((f"e{n - 1}",) if n else ()) for n in range(12)}
    insert(memory, namespace, chain)
    for hops, roots in ((1, ()), (3, ()), (10, ())):
        answer = memory.causes.why("e11", namespace=namespace, hops=hops)
        assert paths(answer) == [[f"e{10 - n}" for n in range(hops)]]
        assert answer.roots == roots
    assert memory.causes.why("e10", namespace=namespace, hops=10).roots == ("e0",)
    assert paths(memory.causes.why("e11", namespace=namespace)) == [["e10", "e9", "e8"]]


def test_no_cause_is_an_answer(memory: MemoryService, namespace: str) -> None:
    insert(memory, namespace, OUTAGE)
    answer = memory.causes.why("release", namespace=namespace)
    assert answer.model_dump(mode="json") == {"answer": "no recorded cause", "paths": [], "roots": []}


def test_two_ways_to_one_cause_and_two_events_at_one_instant_that_cause_each_other(
    memory: MemoryService, graph: Graph, namespace: str
) -> None:
    insert(memory, namespace, {"d": (), "b": ("d",), "c": ("d",), "a": ("b", "c")})
    set_cause(graph, namespace, "c", "d", confidence=0.95)
    assert paths(memory.causes.why("a", namespace=namespace)) == [["b"], ["c", "d"]]
    rows(
        graph,
        "MATCH (b:Episode {namespace: $n, episode_id: 'b'}), (c:Episode {namespace: $n, episode_id: 'c'}) "
        "SET b.occurred_at_ms = c.occurred_at_ms "
        "CREATE (b)-[x:CAUSED_BY]->(c), (c)-[y:CAUSED_BY]->(b) SET x += $cause, y += $cause",
        n=namespace,
        cause={
            "namespace": namespace, "confidence": 0.9, "kind": "asserted", "valid_from_ms": -(2**53) + 1,
            "valid_to_ms": 2**53 - 1, "recorded_at_ms": 0, "invalidated_at_ms": 2**53 - 1,
        },
    )  # fmt: skip
    answer = memory.causes.why("b", namespace=namespace, hops=10)
    assert paths(answer) == [["c"], ["d"]]
    assert answer.roots == ("d",)
    assert answer.paths[0].steps[0].source is None


def test_only_what_holds_is_live_and_had_happened_counts(memory: MemoryService, graph: Graph, namespace: str) -> None:
    insert(memory, namespace, OUTAGE)
    half = DAY + timedelta(hours=2, minutes=30)
    assert memory.causes.why("502", namespace=namespace, as_of=half).answer == "no recorded cause"
    assert paths(memory.causes.why("conntrack", namespace=namespace, as_of=half)) == [["forwarder"], ["release"]]
    set_cause(graph, namespace, "conntrack", "release", valid_from_ms=ms(DAY + timedelta(days=1)))
    assert paths(memory.causes.why("conntrack", namespace=namespace, as_of=half)) == [["forwarder"]]
    set_cause(graph, namespace, "conntrack", "release", valid_to_ms=ms(NOW))
    assert memory.causes.why("conntrack", namespace=namespace).roots == ("forwarder",)
    archive(graph, namespace, "forwarder")
    answer = memory.causes.why("502", namespace=namespace)
    assert paths(answer) == [["probe", "conntrack"]]
    assert answer.roots == ("conntrack",)
    rows(
        graph, "MATCH (e:Episode {namespace: $n, episode_id: 'conntrack'}) SET e.occurred_at_ms = $later",
        n=namespace, later=ms(NOW),
    )  # fmt: skip
    assert paths(memory.causes.why("502", namespace=namespace)) == [["probe"]]


def test_what_was_known_when(graph: Graph, server: Settings, namespace: str) -> None:
    clock = FixedClock(NOW)
    memory = make_memory(graph, server, namespace, clock=clock)
    insert(memory, namespace, {"old": (), "effect": ("old",)})
    later = NOW + timedelta(days=1)
    late = make_memory(graph, server, namespace, clock=FixedClock(later))
    late.episodes.insert(plain("late", id="late", occurred_at=DAY - timedelta(hours=1)), namespace=namespace)
    late.episodes.insert(
        plain("third", id="third", occurred_at=DAY + timedelta(days=1), caused_by=["effect", "late"]),
        namespace=namespace,
    )

    def roots(**times: Any) -> tuple[str, ...]:
        return memory.causes.why("third", namespace=namespace, **times).roots

    assert roots() == ("late", "old")
    assert roots(known_at=later) == ("late", "old")
    assert roots(known_at=NOW) == ()
    set_cause(graph, namespace, "third", "late", invalidated_at_ms=ms(later + timedelta(days=1)))
    assert roots() == ("old",)
    assert roots(known_at=later) == ("late", "old")


def test_a_long_cause_is_told_by_its_first_words(memory: MemoryService, namespace: str) -> None:
    for number, size in ((0, 200), (1, 201), (2, 5000)):
        memory.episodes.insert(
            plain("x " * (size // 2 - 1) + "y" * (2 + size % 2), id=f"c{number}"), namespace=namespace
        )
    memory.episodes.insert(plain("effect", id="e", caused_by=["c0", "c1", "c2"]), namespace=namespace)
    shown = {p.steps[0].episode_id: p.steps[0].content for p in memory.causes.why("e", namespace=namespace).paths}
    assert len(shown["c0"]) == 200
    assert shown["c0"].endswith("yy")
    for name in ("c1", "c2"):
        assert shown[name].endswith("x …")
        assert 190 < len(shown[name]) <= 200


def test_another_namespace_is_not_seen(memory: MemoryService, namespace: str) -> None:
    insert(memory, namespace, OUTAGE)
    insert(memory, f"{namespace}-2", {"extra": (), "502": ("extra",)})
    assert paths(memory.causes.why("502", namespace=f"{namespace}-2")) == [["extra"]]
    with pytest.raises(NotFoundError, match="'extra' is not in namespace"):
        memory.causes.why("extra", namespace=namespace)


@pytest.mark.parametrize(
    ("options", "field"),
    [
        ({"hops": 0}, "hops"), ({"hops": 11}, "hops"), ({"hops": True}, "hops"), ({"hops": "3"}, "hops"),
        ({"as_of": "2026-03-01"}, "as_of"), ({"known_at": datetime(2026, 3, 1)}, "known_at"),
        ({"episode_id": "a b"}, "episode_id"), ({"episode_id": None}, "episode_id"), ({"namespace": ""}, "namespace"),
    ],
)  # fmt: skip
def test_what_breaks_a_rule_is_refused(
    memory: MemoryService, namespace: str, options: dict[str, Any], field: str
) -> None:
    with pytest.raises(InvalidInputError) as caught:
        memory.causes.why(**{"episode_id": "502", "namespace": namespace, **options})
    assert caught.value.field == field


def ms(instant: datetime) -> int:
    return int(instant.timestamp() * 1000)
