"""Whatever happens to facts, in whatever order: every pair of instants is answered as the model answers it."""

from __future__ import annotations

import os
from dataclasses import replace
from itertools import pairwise
from random import Random
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import HealthCheck, Phase, example, given, settings
from hypothesis import strategies as st
from support.bitemporal_model import OPEN, PAST, Statement
from support.fact_sequences import (
    ADDING,
    BOUNDS,
    INSTANTS,
    OBJECTS,
    PREDICATES,
    SEQUENCES,
    SUBJECTS,
    Event,
    Story,
    instant,
)

from memgraph_svc.domain.instant import OPEN_END_MS, from_ms, to_ms

if TYPE_CHECKING:
    from memgraph_svc.domain.fact import Fact
    from memgraph_svc.graph.graph import Graph
    from memgraph_svc.settings import Settings

pytestmark = pytest.mark.timeout(7200)
"""The full run is long."""

COUNT = int(os.environ.get("MEMGRAPH_PROPERTY_SEQUENCES", "60"))
SLOW = (HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much)
PHASES = (Phase.explicit, Phase.reuse, Phase.generate, Phase.shrink)
MANY = settings(max_examples=COUNT, deadline=None, suppress_health_check=SLOW, phases=PHASES)
FEW = settings(MANY, max_examples=max(COUNT // 4, 10))


def known_ms(fact: Fact) -> tuple[int, int]:
    return to_ms(fact.recorded_at), OPEN_END_MS if fact.invalidated_at is None else to_ms(fact.invalidated_at)


def triples(found: list[Fact]) -> list[tuple[str, str, str]]:
    return sorted((f.subject, f.predicate, f.object) for f in found)


def instants() -> list[int]:
    """Instants that the model and the service understand alike."""
    return [ms for ms in BOUNDS if instant(ms) is not None]


def said(obj: str, confidence: float = 1.0, start: int = PAST, *, kind: str = "assert") -> Event:
    told = Statement(obj, start, OPEN, subject="ann", predicate="works at", confidence=confidence, functional=True)
    return Event(kind, (told,), said=INSTANTS[1])


RAISED = [said("acme", 0.5), said("beta", 0.5), said("acme", 1.0)]
AGAIN = [said("acme"), Event("retract"), said("acme"), Event("retract")]
GONE = [said("acme"), said("beta", start=INSTANTS[2], kind="episode"), Event("delete")]
MORE = replace(said("acme", kind="update"), facts=said("acme").facts + said("beta", start=INSTANTS[2]).facts)
TAKEN = [said("acme", kind="episode"), Event("retract"), MORE]
CITED = [said("acme", kind="episode"), said("beta", start=INSTANTS[2], kind="cite"), said("cord", kind="update")]


@MANY
@given(events=SEQUENCES, chance=st.randoms(use_true_random=False))
@example(events=RAISED, chance=Random(1))
@example(events=AGAIN, chance=Random(2))
@example(events=GONE, chance=Random(3))
@example(events=TAKEN, chance=Random(4))
@example(events=CITED, chance=Random(5))
def test_every_pair_of_instants_is_answered_as_the_model_does(
    graph: Graph, server: Settings, events: list[Event], chance: Random
) -> None:
    story = Story(graph, server)
    for event in events:
        story.happen(event)
    check_history(story)
    for _ in range(10):
        at, known = chance.choice(instants()), chance.choice([*story.moments, None])
        keys = chance.sample(("subject", "predicate", "object"), chance.randint(0, 3))
        check_facts(story, at, known, {key: chance.randrange(6) for key in keys})


def check_history(story: Story) -> None:
    """The versions alone answer every pair, and lie apart."""
    versions = story.memory.temporal.history(namespace=story.namespace)
    for known in (*story.moments, story.moments[-1] + 1):
        held = [f for f in versions if known_ms(f)[0] <= known < known_ms(f)[1]]
        for at in BOUNDS:
            found = triples([f for f in held if f.from_ms <= at < f.to_ms])
            assert found == sorted(story.expected(at=at, known=known)), (at, known)
    now = sorted((f for f in versions if f.invalidated_at is None), key=lambda f: (*names(f), f.from_ms))
    assert all(a.to_ms < b.from_ms for a, b in pairwise(now) if names(a) == names(b))
    assert len({(f.fact_id, f.recorded_at) for f in versions}) == len(versions)


def check_facts(story: Story, at: int, known: int | None, by: dict[str, int]) -> None:
    """One pair, asked for with any of subject, predicate and object."""
    choices = {"subject": SUBJECTS, "predicate": PREDICATES, "object": OBJECTS}
    asked = {key: choices[key][number % len(choices[key])] for key, number in by.items()}
    known_at = None if known is None else from_ms(known)
    found = story.memory.temporal.facts(**asked, namespace=story.namespace, as_of=from_ms(at), known_at=known_at)
    expected = story.expected(at=at, known=OPEN - 1 if known is None else known)
    place = {"subject": 0, "predicate": 1, "object": 2}
    assert triples(found) == sorted(t for t in expected if all(t[place[k]] == v for k, v in asked.items()))


def names(fact: Fact) -> tuple[str, str, str]:
    return (fact.subject, fact.predicate, fact.object)


@FEW
@given(events=ADDING, chance=st.randoms(use_true_random=False), declared=st.booleans(), hours=st.integers(-1, 1))
def test_the_order_of_arrival_has_no_part_in_what_is_believed(
    graph: Graph, server: Settings, events: list[Event], chance: Random, *, declared: bool, hours: int
) -> None:
    """Nor has a clock that stands still or goes back."""
    numbered = [(f"e{number}", event) for number, event in enumerate(events)]
    mixed = list(numbered)
    chance.shuffle(mixed)
    stories = []
    for arrival, step in ((numbered, 1), (mixed, hours)):
        story = Story(graph, server, hours=step)
        if declared:
            story.happen(Event("declare", number=1, flag=True))
        for name, event in arrival:
            story.happen(event, name=name)
        stories.append(story)
    first, second = (current(story) for story in stories)
    assert first == second
    for at in instants():
        expected = sorted(stories[0].expected(at=at, known=OPEN - 1))
        for story in stories:
            assert triples(story.memory.temporal.facts(namespace=story.namespace, as_of=from_ms(at))) == expected


def current(story: Story) -> list[tuple[Any, ...]]:
    found = story.memory.temporal.facts(namespace=story.namespace, include_ended=True)
    return sorted((*names(f), f.from_ms, f.to_ms, round(f.confidence, 9), f.sources, f.functional) for f in found)
