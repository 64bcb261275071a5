"""Half-open intervals with open ends, and the facts that carry them."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memgraph_svc.domain._model import validated
from memgraph_svc.domain.fact import FactDraft
from memgraph_svc.domain.instant import OPEN_END_MS, OPEN_PAST_MS
from memgraph_svc.domain.interval import Interval
from memgraph_svc.errors import InvalidInputError

START = datetime(2026, 1, 1, tzinfo=UTC)
MILLISECOND = timedelta(milliseconds=1)
INSTANTS = st.datetimes(datetime(1, 1, 2), datetime(9999, 12, 30), timezones=st.just(UTC))


def test_the_first_instant_belongs_to_it_and_the_last_does_not() -> None:
    year = Interval(valid_from=START, valid_to=START + timedelta(days=365))
    assert year.holds_at(START)
    assert not year.holds_at(START - MILLISECOND)
    assert year.holds_at(START + timedelta(days=365) - MILLISECOND)
    assert not year.holds_at(START + timedelta(days=365))


@given(INSTANTS)
def test_open_ends_hold_at_every_instant(instant: datetime) -> None:
    assert Interval().holds_at(instant)
    assert (Interval().from_ms, Interval().to_ms) == (OPEN_PAST_MS, OPEN_END_MS)


@given(INSTANTS, INSTANTS)
def test_two_intervals_that_meet_hold_one_at_a_time(meeting: datetime, instant: datetime) -> None:
    before, after = Interval(valid_to=meeting), Interval(valid_from=meeting)
    assert before.holds_at(instant) != after.holds_at(instant)


@pytest.mark.parametrize("end", [START, START - MILLISECOND, START + timedelta(microseconds=400)])
def test_empty_and_reversed_intervals_are_refused(end: datetime) -> None:
    with pytest.raises(InvalidInputError, match="valid_to: must be after valid_from"):
        validated(Interval, {"valid_from": START, "valid_to": end})


def test_bounds_from_different_zones_are_compared_as_instants() -> None:
    with pytest.raises(InvalidInputError):
        validated(Interval, {"valid_from": "2026-01-01T00:00:00-05:00", "valid_to": "2026-01-01T02:00:00+00:00"})
    assert validated(Interval, {"valid_from": "2026-01-01T02:00:00+05:00", "valid_to": "2026-01-01T00:00:00Z"})


def test_a_fact_keeps_its_spelling_and_knows_its_sentence() -> None:
    fact = validated(FactDraft, {"subject": " Anna ", "predicate": "works-at", "object": "Acme Inc."})
    assert fact.text == "Anna works-at Acme Inc."
    assert not fact.functional
    assert not fact.is_loop
    assert validated(FactDraft, {"subject": "Acme", "predicate": "is", "object": "ACME."}).is_loop


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"confidence": 0}, "confidence"),
        ({"confidence": 1.01}, "confidence"),
        ({"confidence": float("nan")}, "confidence"),
        ({"confidence": float("inf")}, "confidence"),
        ({"subject": " "}, "subject"),
        ({"predicate": "a\nb"}, "predicate"),
        ({"object": None}, "object"),
        ({"valid_from": "2026-01-01"}, "valid_from"),
        ({"weight": 1}, "weight"),
    ],
)
def test_a_fact_that_breaks_a_rule_names_the_field(changes: dict[str, object], field: str) -> None:
    with pytest.raises(InvalidInputError) as caught:
        validated(FactDraft, {"subject": "a", "predicate": "b", "object": "c"} | changes)
    assert caught.value.field == field
