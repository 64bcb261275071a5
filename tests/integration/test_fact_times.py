"""Times and values of facts: one form inside, whatever zone they come in; what breaks a rule is refused."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta, timezone
from itertools import combinations
from typing import TYPE_CHECKING, Any
from zoneinfo import ZoneInfo

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from support.graph_state import rows, snapshot
from support.worlds import make_memory, plain

from memgraph_svc.domain.instant import to_ms, to_utc
from memgraph_svc.errors import InvalidInputError, NotFoundError

if TYPE_CHECKING:
    from memgraph_svc.adapters.clock import FixedClock
    from memgraph_svc.domain.fact import Fact
    from memgraph_svc.graph.graph import Graph
    from memgraph_svc.services.memory import MemoryService
    from memgraph_svc.settings import Settings

FIRST = datetime(1, 1, 1, tzinfo=UTC)
LAST = datetime(9999, 12, 31, 23, 59, 59, 999000, tzinfo=UTC)
NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
BERLIN, HALF = ZoneInfo("Europe/Berlin"), timezone(timedelta(hours=5, minutes=30))
AWARE = st.datetimes(
    min_value=datetime(1, 1, 3), max_value=datetime(9999, 12, 29), timezones=st.timezones() | st.just(UTC)
)
WHOLE = {"subject": "Ann", "predicate": "lives in", "object": "Ghent"}
SLOW = (HealthCheck.function_scoped_fixture, HealthCheck.too_slow)


def state(memory: MemoryService, namespace: str, **fields: Any) -> Fact:
    """Assert a fact and read it back, whenever it holds."""
    given = {"subject": "Ann", "predicate": "lives in", "object": "Ghent", **fields}
    report = memory.temporal.assert_fact(**given, namespace=namespace)
    (fact,) = memory.temporal.history(fact_id=report.fact_id, namespace=namespace)
    return fact


@settings(max_examples=25, deadline=None, suppress_health_check=SLOW)
@given(st.lists(AWARE, min_size=2, max_size=2, unique_by=to_utc).map(lambda pair: sorted(pair, key=to_utc)))
def test_any_zone_and_offset_is_kept_as_the_same_instant(
    memory: MemoryService, graph: Graph, namespace: str, ends: list[datetime]
) -> None:
    fact = state(memory, namespace, predicate=f"p {to_ms(ends[0])} {to_ms(ends[1])}", valid_from=ends[0],
                 valid_to=ends[1])  # fmt: skip
    assert (fact.valid_from, fact.valid_to) == (to_utc(ends[0]), to_utc(ends[1]))
    assert (fact.from_ms, fact.to_ms) == (to_ms(ends[0]), to_ms(ends[1]))
    (stored,) = rows(
        graph, "MATCH (:Entity {namespace: $n})-[f:RELATES_TO {fact_id: $id}]->() RETURN f.valid_from = $start AND "
        "f.valid_to = $end AND f.valid_from.epochMillis = f.valid_from_ms AND f.valid_to.epochMillis = f.valid_to_ms "
        "AND f.valid_from.offset = 'Z' AND f.recorded_at.epochMillis = f.recorded_at_ms AS same",
        n=namespace, id=fact.fact_id, start=fact.valid_from, end=fact.valid_to,
    )  # fmt: skip
    assert stored["same"]


@pytest.mark.parametrize(
    "same",
    [
        datetime(2026, 3, 1, 13, tzinfo=BERLIN), datetime(2026, 3, 1, 17, 30, tzinfo=HALF),
        datetime(2026, 3, 1, 12, 0, 0, 499, tzinfo=UTC), "2026-03-01T12:00:00Z", "2026-03-01T06:30:00-05:30",
        NOON - timedelta(microseconds=500),
    ],
)  # fmt: skip
def test_equal_instants_are_the_same_fact_in_every_zone(
    memory: MemoryService, graph: Graph, namespace: str, same: Any
) -> None:
    first = state(memory, namespace, valid_from=NOON)
    before = snapshot(graph, namespace)
    assert state(memory, namespace, valid_from=same) == first
    again = memory.temporal.assert_fact("ann", "lives in", "GHENT", namespace=namespace, valid_from=same)
    assert (again.facts, again.ended, again.reused) == (0, 0, 1)
    assert snapshot(graph, namespace) == before


def test_an_hour_that_comes_twice_is_two_instants_and_one_that_is_left_out_is_converted(
    memory: MemoryService, namespace: str
) -> None:
    twice = datetime(2026, 10, 25, 2, 30, tzinfo=BERLIN)
    fact = state(memory, namespace, valid_from=twice, valid_to=twice.replace(fold=1))
    assert fact.valid_from == datetime(2026, 10, 25, 0, 30, tzinfo=UTC)
    assert fact.valid_to == datetime(2026, 10, 25, 1, 30, tzinfo=UTC)
    left_out = state(memory, namespace, object="Bruges", valid_from=datetime(2026, 3, 29, 2, 30, tzinfo=BERLIN))
    assert left_out.valid_from == datetime(2026, 3, 29, 1, 30, tzinfo=UTC)


def test_the_first_and_the_last_instant_are_kept_and_asked_for(memory: MemoryService, namespace: str) -> None:
    fact = state(memory, namespace, valid_from=FIRST, valid_to=LAST)
    assert (fact.valid_from, fact.valid_to) == (FIRST, LAST)
    always = state(memory, namespace, object="Bruges")
    assert (always.valid_from, always.valid_to) == (None, None)
    found = {
        at: [f.object for f in memory.temporal.facts("Ann", namespace=namespace, as_of=at)]
        for at in (FIRST, LAST - timedelta(milliseconds=1), LAST)
    }
    assert found == {
        FIRST: ["Bruges", "Ghent"],
        LAST - timedelta(milliseconds=1): ["Bruges", "Ghent"],
        LAST: ["Bruges"],
    }
    for known_at in (FIRST, LAST):
        seen = memory.temporal.facts("Ann", namespace=namespace, as_of=NOON, known_at=known_at)
        assert len(seen) == (2 if known_at == LAST else 0)


def test_validity_is_half_open_to_the_millisecond(memory: MemoryService, namespace: str) -> None:
    state(memory, namespace, valid_from=NOON, valid_to=NOON + timedelta(milliseconds=2))
    held = [
        bool(memory.temporal.facts("Ann", namespace=namespace, as_of=NOON + timedelta(microseconds=us)))
        for us in (-501, -500, 0, 1000, 1499, 1500, 2000)
    ]
    assert held == [False, True, True, True, True, False, False]


@pytest.mark.parametrize("asked", [dict(keys) for n in range(4) for keys in combinations(WHOLE.items(), n)])
def test_every_way_of_asking_is_half_open_in_both_times(
    memory: MemoryService, namespace: str, clock: FixedClock, asked: dict[str, str]
) -> None:
    tick, end = timedelta(milliseconds=1), NOON + timedelta(days=1)

    def held(at: datetime, known_at: datetime | None = None) -> bool:
        return bool(memory.temporal.facts(**asked, namespace=namespace, as_of=at, known_at=known_at))

    fact, known = state(memory, namespace, valid_from=NOON, valid_to=end), clock.now()
    assert [held(at) for at in (NOON - tick, NOON, end - tick, end)] == [False, True, True, False]
    taken = clock.advance(timedelta(hours=1))
    memory.temporal.retract_fact(fact.fact_id, namespace=namespace)
    assert not held(NOON)
    for at, right in ((NOON - tick, False), (NOON, True), (end - tick, True), (end, False)):
        seen = [held(at, moment) for moment in (known - tick, known, taken - tick, taken)]
        assert seen == [False, right, right, False]


def test_what_was_read_is_written_again_as_the_same(memory: MemoryService, graph: Graph, namespace: str) -> None:
    given = {"valid_from": datetime(2020, 1, 1, 0, 0, 0, 1600, tzinfo=HALF), "valid_to": NOON, "confidence": 0.1 + 0.2}
    fact = state(memory, namespace, subject="Ann‑Marie", functional=True, **given)
    before = snapshot(graph, namespace)
    keys = ("subject", "predicate", "object", "valid_from", "valid_to", "confidence", "functional")
    assert state(memory, namespace, **{key: getattr(fact, key) for key in keys}) == fact
    assert snapshot(graph, namespace) == before
    row = plain("text", id="e", facts=[{key: getattr(fact, key) for key in keys}])
    assert memory.episodes.insert(row, namespace=namespace).refused == ()
    (read,) = memory.temporal.history("Ann-Marie", namespace=namespace)
    assert read.model_copy(update={"sources": (), "confidence": fact.confidence}) == fact


@pytest.mark.parametrize(
    "case",
    [
        ({"valid_from": datetime(2026, 3, 1)}, "valid_from", "must have a time zone or offset"),
        ({"valid_to": "2026-03-01T12:00:00"}, "valid_to", "must have a time zone or offset"),
        ({"valid_from": date(2026, 3, 1)}, "valid_from", "ISO 8601"), ({"valid_from": 7}, "valid_from", "ISO 8601"),
        ({"valid_to": "soon"}, "valid_to", "ISO 8601"), ({"valid_to": ""}, "valid_to", "ISO 8601"),
        ({"valid_from": "10000-01-01T00:00:00Z"}, "valid_from", "ISO 8601"),
        ({"valid_from": datetime(1, 1, 1, tzinfo=HALF)}, "valid_from", "years 1-9999"),
        ({"valid_to": datetime(9999, 12, 31, 23, tzinfo=timezone(-timedelta(hours=2)))}, "valid_to", "years 1-9999"),
        ({"valid_to": LAST + timedelta(microseconds=600)}, "valid_to", "years 1-9999"),
        ({"valid_from": NOON, "valid_to": NOON}, "valid_to", "must be after valid_from"),
        ({"valid_from": NOON, "valid_to": NOON + timedelta(microseconds=400)}, "valid_to", "must be after"),
        ({"valid_from": NOON, "valid_to": datetime(2026, 3, 1, 12, 30, tzinfo=BERLIN)}, "valid_to", "must be after"),
        ({"confidence": float("nan")}, "confidence", ""), ({"confidence": float("inf")}, "confidence", ""),
        ({"confidence": 0}, "confidence", "greater than 0"), ({"confidence": 1.01}, "confidence", "less than or equal"),
        ({"confidence": "high"}, "confidence", "number"), ({"functional": "perhaps"}, "functional", ""),
        ({"subject": "x" * 513}, "subject", "512"), ({"predicate": "x" * 513}, "predicate", "512"),
        ({"object": "x" * 513}, "object", "512"), ({"predicate": "two\nlines"}, "predicate", "one line"),
        ({"subject": ""}, "subject", "blank"), ({"object": None}, "object", "text"),
        ({"predicate": 3}, "predicate", "text"),
        ({"subject": "a\x00b"}, "subject", "NUL"), ({"object": "\ud800"}, "object", "surrogates"),
        ({"object": "ann."}, "object", "different entities"), ({"object": "ANN"}, "object", "different entities"),
        ({"source_episode": "a b"}, "source_episode", ""), ({"source_episode": 3}, "source_episode", "text"),
        ({"namespace": "a b"}, "namespace", ""), ({"namespace": None}, "namespace", "text"),
    ],
)  # fmt: skip
def test_what_breaks_a_rule_is_refused_and_nothing_is_written(
    memory: MemoryService, graph: Graph, namespace: str, case: tuple[dict[str, Any], str, str]
) -> None:
    fields, field, rule = case
    given = {"subject": "Ann", "predicate": "lives in", "object": "Ghent", "namespace": namespace, **fields}
    with pytest.raises(InvalidInputError) as caught:
        memory.temporal.assert_fact(**given)
    assert field in (caught.value.field, caught.value.rule.split()[0])
    assert rule in caught.value.rule
    assert snapshot(graph, namespace) == {}


def test_an_unknown_source_is_refused_and_nothing_is_written(
    memory: MemoryService, graph: Graph, server: Settings, namespace: str
) -> None:
    other = make_memory(graph, server, f"{namespace}-2")
    other.episodes.insert(plain("text", id="e"), namespace=f"{namespace}-2")
    with pytest.raises(NotFoundError, match="'e' is not in namespace"):
        memory.temporal.assert_fact("Ann", "lives in", "Ghent", source_episode="e", namespace=namespace)
    assert snapshot(graph, namespace) == {}


@pytest.mark.parametrize(
    ("asked", "field"),
    [
        ({"as_of": datetime(2026, 3, 1)}, "as_of"), ({"known_at": "2026-03-01"}, "known_at"),
        ({"as_of": 5}, "as_of"), ({"subject": 3}, "subject"), ({"object": ""}, "object"),
        ({"predicate": "x" * 513}, "predicate"), ({"limit": 0}, "limit"), ({"limit": True}, "limit"),
        ({"limit": 1.5}, "limit"), ({"include_ended": 1}, "include_ended"), ({"namespace": ""}, "namespace"),
    ],
)  # fmt: skip
def test_a_question_that_breaks_a_rule_is_refused(
    memory: MemoryService, namespace: str, asked: dict[str, Any], field: str
) -> None:
    with pytest.raises(InvalidInputError) as caught:
        memory.temporal.facts(**{"namespace": namespace, **asked})
    assert caught.value.field == field


def test_a_fact_of_a_row_that_breaks_a_rule_names_its_place(memory: MemoryService, namespace: str) -> None:
    facts = [
        {"subject": "Ann", "predicate": "lives in", "object": "Ghent", "valid_from": NOON},
        {"subject": "Ann", "predicate": "lives in", "object": "Ghent", "valid_from": "2026-03-01T12:00:00"},
    ]
    report = memory.episodes.insert_many([plain("text", id="e", facts=facts)], namespace=namespace)
    assert [(r.line, r.id, r.field) for r in report.refused] == [(1, "e", "facts.1.valid_from")]
    assert memory.temporal.facts(namespace=namespace, include_ended=True) == []


@pytest.mark.parametrize("fact_id", ["fa_0", "nothing"])
def test_an_unknown_fact_is_not_found(memory: MemoryService, namespace: str, fact_id: str) -> None:
    for call in (memory.temporal.retract_fact, lambda key, **ns: memory.temporal.history(fact_id=key, **ns)):
        with pytest.raises(NotFoundError):
            call(fact_id, namespace=namespace)


@pytest.mark.parametrize("other", ["subject", "predicate", "object"])
def test_a_history_is_chosen_in_one_way(memory: MemoryService, namespace: str, other: str) -> None:
    fact_id = state(memory, namespace).fact_id
    chosen: dict[str, Any] = {"fact_id": fact_id, other: "Ann"}
    with pytest.raises(InvalidInputError) as caught:
        memory.temporal.history(**chosen, namespace=namespace)
    assert caught.value.field == "fact_id"
