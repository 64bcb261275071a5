"""Random sequences of writes with merges and undone merges among them end as they do without any merge."""

from __future__ import annotations

import random
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

import pytest
from support.graph_state import comparable
from support.worlds import plain

from memgraph_svc.errors import InvalidInputError, NotFoundError

if TYPE_CHECKING:
    from collections.abc import Callable

    from memgraph_svc.adapters.clock import FixedClock
    from memgraph_svc.graph.graph import Graph
    from memgraph_svc.services.memory import MemoryService

PEOPLE = ("Ann", "Anna", "Annie", "Ben")
THINGS = ("Tea", "Acme", "Oslo")
STEPS = 30

Step = tuple[str, tuple[Any, ...], dict[str, Any]]


def facts(chance: random.Random) -> list[dict[str, Any]]:
    made: list[dict[str, Any]] = []
    for _ in range(chance.randrange(4)):
        subject, obj = chance.sample((*PEOPLE, *THINGS), 2)
        fact = {"subject": subject, "predicate": chance.choice(("knows", "holds")), "object": obj,
                "confidence": chance.choice((0.25, 0.5, 1.0)), "functional": chance.random() < 0.3}  # fmt: skip
        if chance.random() < 0.6:
            start = datetime(2024, 1, 1, tzinfo=UTC) + timedelta(days=chance.randrange(6))
            fact["valid_from"] = start
            if chance.random() < 0.4:
                fact["valid_to"] = start + timedelta(days=chance.randrange(1, 6))
        made.append(fact)
    return made


def contents(chance: random.Random) -> dict[str, Any]:
    names = [{"name": name, "count": chance.randrange(1, 4)} for name in chance.sample(PEOPLE, chance.randrange(3))]
    return {"entities": names, "facts": facts(chance)}


def sequence(chance: random.Random) -> list[Step]:
    """Writes by the name of their method, and merges, which the twin leaves out."""
    steps: list[Step] = []
    for number in range(STEPS):
        key = f"e{chance.randrange(number + 1)}"
        kind = chance.random()
        if kind < 0.35 or number < 3:
            content = contents(chance)
            steps.append(("insert", (plain(f"text {number}", id=f"e{number}", **content),), {}))
        elif kind < 0.5:
            steps.append(("update", (key, contents(chance)), {}))
        elif kind < 0.6:
            steps.append(("delete", (key,), {}))
        elif kind < 0.7:
            subject, obj = chance.choice(PEOPLE), chance.choice(THINGS)
            options = {"functional": chance.random() < 0.5, "source_episode": key if chance.random() < 0.5 else None}
            steps.append(("assert_fact", (subject, "holds", obj), options))
        elif kind < 0.75:
            steps.append(("add_node", (chance.choice(PEOPLE),), {"source_episode": key}))
        elif kind < 0.78:
            steps.append(("declare_predicate", ("knows",), {"functional": chance.random() < 0.5}))
        elif kind < 0.92:
            steps.append(("merge_entities", tuple(chance.sample(chance.choice((PEOPLE, PEOPLE, THINGS)), 2)), {}))
        else:
            steps.append(("unmerge", (chance.choice((*PEOPLE, *THINGS)),), {}))
    return steps


def run(memory: MemoryService, namespace: str, steps: list[Step], clock: FixedClock, *, merging: bool) -> None:
    merges = ("merge_entities", "unmerge")
    for name, given, options in steps:
        clock.advance(timedelta(seconds=1))
        if name in merges and not merging:
            continue
        owner: Any = memory.episodes if name in ("insert", "update", "delete") else memory.temporal
        step: Callable[..., Any] = getattr(owner, name)
        try:
            step(*given, namespace=namespace, **options)
        except NotFoundError:
            pass
        except InvalidInputError:
            assert name == "merge_entities"
    if merging:
        for name in (*PEOPLE, *THINGS):
            clock.advance(timedelta(seconds=1))
            try:
                memory.temporal.unmerge(name, namespace=namespace)
            except NotFoundError:
                continue


@pytest.mark.parametrize("seed", range(6))
def test_merges_leave_no_trace_when_they_are_undone(
    memory: MemoryService, graph: Graph, namespace: str, clock: FixedClock, seed: int
) -> None:
    twin = f"{namespace}-twin"
    steps = sequence(random.Random(seed))
    start = clock.now()
    run(memory, twin, steps, clock, merging=False)
    clock.set(start)
    run(memory, namespace, steps, clock, merging=True)
    # an entity that nothing spoke of for a while was made anew in the twin
    assert comparable(graph, namespace, "recorded_at") == comparable(graph, twin, "recorded_at")
