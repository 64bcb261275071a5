"""What was believed when: examples, and every pair of instants against the model."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.bitemporal_model import OPEN, PAST, BitemporalModel, Statement
from support.statements import INSTANTS, claim, statements

from memgraph_svc.timeline.replay import History, Period, Version, replay

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from memgraph_svc.domain.claim import Claim

MANY = settings(max_examples=400, deadline=None)
LAST = 20


@st.composite
def known(draw: st.DrawFn) -> Statement:
    """A statement that is heard of at some time and may be taken back later."""
    since = draw(st.integers(0, 9))
    told = draw(statements(functional=True))
    return replace(told, known=since, taken_back=draw(st.sampled_from((OPEN, OPEN, OPEN, since + 1, since + 4))))


@st.composite
def models(draw: st.DrawFn) -> BitemporalModel:
    """Up to eight statements in the order in which they are heard of, and declarations of the predicate."""
    told = draw(st.lists(known(), max_size=8, unique_by=lambda s: claim(s).key))
    switches = draw(st.lists(st.integers(0, 12), max_size=3, unique=True))
    return BitemporalModel(told, {"p": sorted(switches)})


def played(model: BitemporalModel, *, since: int = 0, before: Mapping[Period, int] | None = None) -> History:
    switches = model.declared["p"]

    def single(moment: int, told: Sequence[Claim]) -> bool:
        return sum(s <= moment for s in switches) % 2 == 1 or any(c.functional for c in told)

    return replay([claim(s) for s in model.statements], before or {}, since=since, single=single, switches=switches)


def of(*told: Statement, switches: Sequence[int] = (0,)) -> History:
    return played(BitemporalModel(list(told), {"p": list(switches)}))


def shown(history: History) -> set[tuple[str, int, int, int, int, tuple[str, int] | None]]:
    return {(*v.period, v.recorded_ms, v.invalidated_ms, v.replaced_by) for v in history.versions}


def held(history: History, moment: int) -> list[Version]:
    return [v for v in history.versions if v.recorded_ms <= moment < v.invalidated_ms]


def test_a_later_value_invalidates_the_open_period_and_is_named() -> None:
    assert shown(of(Statement("A", 1, OPEN, known=5), Statement("B", 3, OPEN, known=8))) == {
        ("A", 1, OPEN, 5, 8, ("B", 3)), ("A", 1, 3, 8, OPEN, None), ("B", 3, OPEN, 8, OPEN, None),
    }  # fmt: skip


def test_a_late_older_fact_takes_its_place_in_the_past_and_changes_no_belief() -> None:
    assert shown(of(Statement("B", 3, OPEN, known=5), Statement("A", 1, OPEN, known=8))) == {
        ("B", 3, OPEN, 5, OPEN, None), ("A", 1, 3, 8, OPEN, None),
    }  # fmt: skip


def test_a_fact_true_again_is_a_period_of_its_own() -> None:
    history = of(*(Statement(obj, at, OPEN, known=at) for obj, at in (("A", 1), ("B", 3), ("A", 5))))
    assert {v.period for v in held(history, LAST)} == {("A", 1, 3), ("B", 3, 5), ("A", 5, OPEN)}


def test_a_stated_end_takes_the_place_of_an_open_one() -> None:
    assert shown(of(Statement("A", 1, OPEN, known=5), Statement("A", 1, 4, known=8))) == {
        ("A", 1, OPEN, 5, 8, ("A", 1)), ("A", 1, 4, 8, OPEN, None),
    }  # fmt: skip


def test_a_gap_between_two_periods_is_closed_into_one() -> None:
    told = [Statement("A", 1, 3, known=1), Statement("A", 5, 7, known=2), Statement("A", 3, 5, known=3)]
    assert shown(of(*told)) == {
        ("A", 1, 3, 1, 3, ("A", 1)), ("A", 5, 7, 2, 3, ("A", 1)), ("A", 1, 7, 3, OPEN, None),
    }  # fmt: skip


def test_what_is_taken_back_was_believed_until_then_and_what_it_ended_comes_back() -> None:
    told = [Statement("A", 1, OPEN, known=5), Statement("B", 3, OPEN, known=6, taken_back=8)]
    assert shown(of(*told)) == {
        ("A", 1, OPEN, 5, 6, ("B", 3)), ("A", 1, 3, 6, 8, ("A", 1)), ("B", 3, OPEN, 6, 8, None),
        ("A", 1, OPEN, 8, OPEN, None),
    }  # fmt: skip


def test_said_again_after_it_was_taken_back_it_is_a_new_version() -> None:
    told = [Statement("A", 1, OPEN, known=2, taken_back=4), Statement("A", 1, OPEN, known=6)]
    assert shown(of(*told)) == {("A", 1, OPEN, 2, 4, None), ("A", 1, OPEN, 6, OPEN, None)}


def test_declaring_a_predicate_ends_values_from_then_on_and_lifting_it_brings_them_back() -> None:
    told = [Statement("A", 1, OPEN, known=1), Statement("B", 3, OPEN, known=2)]
    history = of(*told, switches=[5, 9])
    expected = {4: [("A", 1, OPEN), ("B", 3, OPEN)], 5: [("A", 1, 3), ("B", 3, OPEN)],
                9: [("A", 1, OPEN), ("B", 3, OPEN)]}  # fmt: skip
    assert {moment: sorted(v.period for v in held(history, moment)) for moment in expected} == expected


def test_where_several_values_may_hold_none_takes_the_place_of_another() -> None:
    told = [Statement("A", 1, OPEN, known=1, taken_back=5), Statement("B", 3, OPEN, known=2)]
    assert ("A", 1, OPEN, 1, 5, None) in shown(of(*told, switches=[]))


def test_no_claims_no_history() -> None:
    assert of().versions == ()


@MANY
@given(models())
def test_every_pair_of_instants_is_answered_as_the_rule_says(model: BitemporalModel) -> None:
    history = played(model)
    for moment in range(-1, LAST):
        for at in INSTANTS:
            found = [v.period[0] for v in held(history, moment) if v.period[1] <= at < v.period[2]]
            assert sorted(found) == sorted(model.objects("s", "p", at=at, known=moment)), (at, moment)


@MANY
@given(models(), st.integers(-1, LAST))
def test_from_any_moment_on_it_is_the_same_history(model: BitemporalModel, since: int) -> None:
    whole = played(model)
    before = {v.period: v.recorded_ms for v in whole.versions if v.recorded_ms < since <= v.invalidated_ms}
    later = played(model, since=since, before=before)
    assert shown(later) == {row for row in shown(whole) if row[4] >= since}
    assert later.contradicted == whole.contradicted
    beliefs = {(v.period, v.recorded_ms): v.belief for v in whole.versions}
    assert all(v.belief in (None, beliefs[v.period, v.recorded_ms]) for v in later.versions)
    assert all(v.belief is not None or v.invalidated_ms == since for v in later.versions)


@MANY
@given(models())
def test_versions_have_keys_of_their_own_and_beliefs_of_a_moment_lie_apart(model: BitemporalModel) -> None:
    history = played(model)
    keys = [(v.period[0], v.period[1], v.recorded_ms) for v in history.versions]
    assert len(set(keys)) == len(keys)
    assert all(v.recorded_ms < v.invalidated_ms for v in history.versions)
    assert all(v.belief is not None for v in history.versions)
    for a, b in combinations(history.versions, 2):
        together = a.recorded_ms < b.invalidated_ms and b.recorded_ms < a.invalidated_ms
        if together and a.period[0] == b.period[0]:
            assert a.period[2] < b.period[1] or b.period[2] < a.period[1]


@MANY
@given(models())
def test_what_took_a_place_was_believed_from_that_moment(model: BitemporalModel) -> None:
    history = played(model)
    for ended in history.versions:
        if ended.replaced_by is not None:
            now = {v.period[:2] for v in held(history, ended.invalidated_ms)}
            assert ended.replaced_by in now


@MANY
@given(models(), st.randoms(use_true_random=False))
def test_the_order_in_which_claims_are_stored_has_no_part_in_it(model: BitemporalModel, chance: Any) -> None:
    mixed = list(model.statements)
    chance.shuffle(mixed)
    assert played(replace(model, statements=mixed)) == played(model)


@pytest.mark.parametrize("firm", [True, False])
def test_a_fact_that_thousands_say_is_one_version(firm: bool) -> None:
    told = [Statement("A", PAST, OPEN, firm=firm, source=f"e{i}", known=i) for i in range(3_000)]
    history = of(*told, switches=())
    (version,) = history.versions
    assert (version.recorded_ms, version.invalidated_ms) == (0, OPEN)
    assert version.belief is not None
    assert len(version.belief.sources) == len(told)


def test_a_version_that_ends_rests_on_all_that_had_been_said() -> None:
    told = [*(Statement("A", 1, OPEN, source=f"e{i}", known=i) for i in range(4)), Statement("B", 1, OPEN, known=6)]
    ended, _ = sorted(of(*told).versions, key=lambda v: v.recorded_ms)
    assert ended.invalidated_ms == 6
    assert ended.belief is not None
    assert set(ended.belief.sources) == {"e0", "e1", "e2", "e3"}
