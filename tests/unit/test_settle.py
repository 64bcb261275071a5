"""What is believed of claims: each clause of the rule by example, and all of it against the model."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from itertools import combinations
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from support.bitemporal_model import OPEN, PAST, Statement, believed
from support.statements import INSTANTS, claim, histories

from memgraph_svc.domain.instant import to_ms
from memgraph_svc.timeline.settle import Settlement, settle

YEAR_1 = to_ms(datetime(1, 1, 1, tzinfo=UTC))
YEAR_9999 = to_ms(datetime(9999, 12, 31, 23, 59, 59, 999000, tzinfo=UTC))
MANY = settings(max_examples=400, deadline=None)
WEAK_BESIDE = [Statement("A", 1, 5), Statement("B", 5, OPEN), Statement("A", 5, 7, source="e1", said=1, firm=False)]


def firm(obj: str, start: int = PAST, end: int = OPEN, **fields: Any) -> Statement:
    return Statement(obj, start, end, **fields)


def weak(obj: str, start: int = PAST, end: int = OPEN, **fields: Any) -> Statement:
    return Statement(obj, start, end, firm=False, **{"source": "e1", "said": 1, **fields})


def settled(told: list[Statement], *, single: bool) -> Settlement:
    return settle([claim(s) for s in told], single=single)


def periods(told: list[Statement], *, single: bool) -> list[tuple[str, int, int]]:
    return [(b.object, b.from_ms, b.to_ms) for b in settled(told, single=single).beliefs]


def objects(settlement: Settlement, at: int) -> list[str]:
    return [b.object for b in settlement.beliefs if b.from_ms <= at < b.to_ms]


# clause 1: one fact


@pytest.mark.parametrize("single", [False, True])
@pytest.mark.parametrize(
    ("told", "expected"),
    [
        ([], []),
        ([firm("A")], [("A", PAST, OPEN)]),
        ([firm("A", 1), firm("A", 1, 5, source="e1", said=1)], [("A", 1, 5)]),
        ([firm("A", 1), firm("A", 3, 5)], [("A", 1, 5)]),
        ([firm("A", 1, 3), firm("A", 3, 5)], [("A", 1, 5)]),
        ([firm("A", 1, 3), firm("A", 2, 5)], [("A", 1, 5)]),
        ([firm("A", 1, 9), firm("A", 2, 5)], [("A", 1, 9)]),
        ([firm("A", 1, 3), firm("A", 4, 5)], [("A", 1, 3), ("A", 4, 5)]),
        ([firm("A", 1, 3), firm("A", 7)], [("A", 1, 3), ("A", 7, OPEN)]),
        ([firm("A", 1), firm("A", 1, 3), firm("A", 3)], [("A", 1, OPEN)]),
        ([firm("A", 1), firm("A", 1, 3), firm("A", 2, 6)], [("A", 1, 6)]),
        ([firm("A", YEAR_1, YEAR_9999)], [("A", YEAR_1, YEAR_9999)]),
        ([firm("A", PAST, YEAR_1), firm("A", YEAR_9999)], [("A", PAST, YEAR_1), ("A", YEAR_9999, OPEN)]),
    ],
)
def test_periods_of_one_fact(told: list[Statement], expected: list[tuple[str, int, int]], *, single: bool) -> None:
    assert periods(told, single=single) == expected


def test_sources_of_a_period_are_united_each_with_its_best_confidence() -> None:
    told = [
        firm("A", 1, 5, source="e2", said=1, confidence=0.5), firm("A", 3, 7, source="e1", said=1, confidence=0.75),
        firm("A", 4, 6, source="e2", said=1, confidence=0.25), firm("A", 9, source="e3", said=1, confidence=0.5),
    ]  # fmt: skip
    first, second = settled(told, single=True).beliefs
    assert (first.from_ms, first.to_ms, first.sources) == (1, 7, {"e1": 0.75, "e2": 0.5})
    assert first.confidence == 0.875
    assert (second.sources, second.confidence) == ({"e3": 0.5}, 0.5)


# clause 2: one value at a time


def test_several_values_stand_side_by_side_where_the_predicate_may_have_them() -> None:
    assert periods([firm("A", 1), firm("B", 3, 5)], single=False) == [("A", 1, OPEN), ("B", 3, 5)]


@pytest.mark.parametrize(
    ("told", "expected"),
    [
        ([firm("B", 3), firm("A", 1)], [("A", 1, 3), ("B", 3, OPEN)]),
        ([firm("C", 5), firm("B", 3), firm("A", 1)], [("A", 1, 3), ("B", 3, 5), ("C", 5, OPEN)]),
        ([firm("A"), firm("B", 3)], [("A", PAST, 3), ("B", 3, OPEN)]),
        ([firm("A", 1), firm("B", 3), firm("A", 5)], [("A", 1, 3), ("B", 3, 5), ("A", 5, OPEN)]),
        ([firm("A", 1, 3), firm("B", 5)], [("A", 1, 3), ("B", 5, OPEN)]),
        ([firm("A", 1, 9), firm("B", 3, 5)], [("A", 1, 3), ("B", 3, 5)]),
        ([firm("A", 1), firm("B", 1, 3), firm("A", 2)], [("B", 1, 2), ("A", 2, OPEN)]),
    ],
)
def test_another_value_ends_the_one_before_it(told: list[Statement], expected: list[tuple[str, int, int]]) -> None:
    assert periods(told, single=True) == expected


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (firm("B", 1, source="e1", said=1), firm("A", 1, source="e2", said=2, confidence=0.5)),
        (firm("B", 1, source="e1", said=9), firm("A", 1)),
        (firm("B", 1, confidence=0.5), firm("A", 1, confidence=0.75)),
        (firm("A", 1), firm("B", 1)),
    ],
)
def test_at_the_same_instant_the_last_said_then_the_surest_then_the_last_name_wins(
    first: Statement, second: Statement
) -> None:
    for told in ([first, second], [second, first]):
        found = settled(told, single=True)
        assert [b.object for b in found.beliefs] == [second.object]
        assert found.contradicted == {claim(first).key: (second.object, 1)}


def test_several_sources_together_win_over_a_surer_one() -> None:
    several = [firm("A", 1, source=f"e{i}", said=1, confidence=0.5) for i in range(3)]
    assert periods([*several, firm("B", 1, source="e9", said=1, confidence=0.75)], single=True) == [("A", 1, OPEN)]


def test_values_that_episodes_tell_one_after_the_other_hold_one_after_the_other() -> None:
    told = [firm("A", source="e1", said=1), firm("B", source="e2", said=3), firm("A", source="e3", said=5)]
    assert periods(told, single=True) == [("A", PAST, 3), ("B", 3, 5), ("A", 5, OPEN)]
    assert periods([*told, firm("C", 2)], single=True) == [("A", PAST, 2), ("C", 2, 3), ("B", 3, 5), ("A", 5, OPEN)]
    assert periods([told[0], told[2]], single=True) == [("A", PAST, OPEN)]
    assert periods([told[0], firm("B", end=2, source="e2", said=3)], single=True) == [("B", PAST, 2)]
    assert periods([*told, firm("C")], single=True) == [("C", PAST, OPEN)]


def test_what_does_not_count_neither_ends_nor_closes_anything() -> None:
    told = [firm("A", 2, 5, source="e1", said=1), firm("B", 2, source="e2", said=2), firm("A", 3)]
    assert periods(told, single=True) == [("B", 2, 3), ("A", 3, OPEN)]


def test_a_stated_end_that_another_value_cuts_is_a_contradiction_and_an_open_one_is_not() -> None:
    told = [firm("A", 1, 9), firm("B", 3, source="e1", said=1), firm("C", 5)]
    found = settled(told, single=True)
    assert found.contradicted == {claim(told[0]).key: ("B", 3)}


def test_what_won_is_named_by_the_belief_that_stands_at_that_instant() -> None:
    told = [firm("A", 1), firm("A", 3), firm("B", 3, source="e1", said=1)]
    found = settled(told, single=True)
    assert found.contradicted == {claim(told[2]).key: ("A", 1)}


# clause 3: claims that are not firm


def test_an_extracted_end_closes_what_was_extracted_only() -> None:
    told = [firm("A", 1), weak("A", 1, 5)]
    assert periods(told, single=False) == periods(told, single=True) == [("A", 1, OPEN)]
    told = [weak("A", 1, source="e2"), weak("A", 1, 5)]
    assert periods(told, single=False) == periods(told, single=True) == [("A", 1, 5)]


@pytest.mark.parametrize(
    ("told", "expected", "won"),
    [
        ([firm("A", 1), weak("B", 3)], [("A", 1, OPEN)], ("A", 1)),
        ([firm("A", 5), weak("B", 3)], [("B", 3, 5), ("A", 5, OPEN)], None),
        ([firm("A", 5), weak("B", 3, 9)], [("B", 3, 5), ("A", 5, OPEN)], ("A", 5)),
        ([firm("A", 5), weak("B", PAST)], [("A", 5, OPEN)], ("A", 5)),
        ([firm("A", 5), weak("B", 3, 5)], [("B", 3, 5), ("A", 5, OPEN)], None),
        ([weak("A", 1), weak("B", 3)], [("A", 1, OPEN)], ("A", 1)),
        ([weak("A", 3), weak("B", 1)], [("B", 1, OPEN)], ("B", 1)),
        ([weak("A", 3, said=5), weak("B", 3, said=2)], [("B", 3, OPEN)], ("B", 3)),
        ([firm("A", 1, 5), weak("A", 3, 9)], [("A", 1, 5)], None),
        ([firm("A", 1, 5), weak("A", 7, 9)], [("A", 1, 5), ("A", 7, 9)], None),
        (WEAK_BESIDE, [("A", 1, 5), ("B", 5, OPEN)], ("B", 5)),
        ([firm("A", 1, 9), firm("B", 3, 4), weak("A", 5)], [("A", 1, 3), ("B", 3, 4), ("A", 5, 9)], ("B", 3)),
    ],
)
def test_what_was_extracted_gives_way(
    told: list[Statement], expected: list[tuple[str, int, int]], won: tuple[str, int] | None
) -> None:
    found = settled(told, single=True)
    assert periods(told, single=True) == expected
    assert list(found.contradicted.values()) == ([won] if won else [])


def test_what_was_extracted_without_dates_leaves_the_dates_that_are_known() -> None:
    told = [firm("A", 5, 9), weak("A", PAST, source="e1")]
    for single in (False, True):
        assert periods(told, single=single) == [("A", 5, 9)]
        assert settled(told, single=single).beliefs[0].sources.keys() == {"", "e1"}
    assert periods([weak("A", PAST), weak("A", 5)], single=False) == [("A", PAST, OPEN)]


def test_what_was_extracted_supports_the_firm_fact_that_it_overlaps_or_is_adjacent_to() -> None:
    (belief,) = settled([firm("A", 1, 5, source="e2", said=1), weak("A", 3)], single=True).beliefs
    assert belief.sources == {"e1": 1.0, "e2": 1.0}
    told = [firm("A", 1, 3, source="e2", said=1), firm("A", 5, 7, source="e3", said=1)]
    assert [b.sources.keys() for b in settled([*told, weak("A", 3, 6)], single=True).beliefs] == [{"e2"}, {"e1", "e3"}]
    assert [b.sources.keys() for b in settled([*told, weak("A", 3, 4)], single=True).beliefs] == [{"e1", "e2"}, {"e3"}]


# all of it


@MANY
@given(histories(), st.booleans())
@example(WEAK_BESIDE, True)
def test_at_every_instant_it_is_what_the_rule_says(told: list[Statement], single: bool) -> None:
    found = settled(told, single=single)
    for at in INSTANTS:
        assert sorted(objects(found, at)) == sorted(believed(told, at, single=single)), at


@MANY
@given(histories(), st.booleans(), st.randoms(use_true_random=False))
def test_the_order_of_arrival_has_no_part_in_it(told: list[Statement], single: bool, chance: Any) -> None:
    mixed = list(told)
    chance.shuffle(mixed)
    assert settled(mixed, single=single) == settled(told, single=single)


@MANY
@given(histories(), st.booleans())
def test_what_is_believed_is_believed_again(told: list[Statement], single: bool) -> None:
    found = periods(told, single=single)
    assert periods([Statement(*period) for period in found], single=single) == found
    assert periods([*told, *(replace(s, source=s.source + "2") for s in told)], single=single) == found


@MANY
@given(histories(), st.booleans())
def test_periods_of_one_object_lie_apart_and_one_value_holds_at_a_time(told: list[Statement], single: bool) -> None:
    found = settled(told, single=single)
    assert all(b.from_ms < b.to_ms and b.claims for b in found.beliefs)
    for a, b in combinations(found.beliefs, 2):
        if a.object == b.object:
            assert a.to_ms < b.from_ms or b.to_ms < a.from_ms
        elif single:
            assert a.to_ms <= b.from_ms or b.to_ms <= a.from_ms


@MANY
@given(histories(), st.booleans())
def test_what_was_extracted_never_changes_what_is_firm(told: list[Statement], single: bool) -> None:
    both, alone = settled(told, single=single), settled([s for s in told if s.firm], single=single)
    if single:
        assert set(periods([s for s in told if s.firm], single=True)) <= set(periods(told, single=True))
    for at in INSTANTS:
        assert set(objects(alone, at)) <= set(objects(both, at))


@MANY
@given(histories(), st.booleans())
def test_each_claim_is_believed_or_named_with_what_won(told: list[Statement], single: bool) -> None:
    found = settled(told, single=single)
    heard = {c.key for belief in found.beliefs for c in belief.claims}
    assert heard | found.contradicted.keys() == {claim(s).key for s in told}
    assert {(b.object, b.from_ms) for b in found.beliefs} >= set(found.contradicted.values())
