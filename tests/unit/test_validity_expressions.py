"""Since when and until when a sentence says that something holds."""

from __future__ import annotations

import time
from datetime import UTC, datetime, timedelta, timezone
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.dated_sentences import DATED, TRAPS, WEDNESDAY, Dated, Ends, at

from memgraph_svc.domain.extraction import Triple
from memgraph_svc.domain.interval import Interval
from memgraph_svc.timeline.expressions import find_expressions
from memgraph_svc.timeline.hedges import is_plain
from memgraph_svc.timeline.validity import read_validity, validity_of
from memgraph_svc.timeline.verbs import lasts

WORDS = (
    *"since until till from to through between and starting effective for now on last next this ago three".split(),
    *"Monday Friday week year month day yesterday today tomorrow February Mar May 5th 9999 0000 2024 1999 29".split(),
    *("as of", "starting in", "the past", "the end of", "the start of", "Ingrid works at Acme", "日本", "\x00"),
    *"2023-02-29 2024-02-29 9999-12-31 0001-01-01 , . - / ' \" \n".split(" "),
)
ZONES = st.integers(-14 * 60, 14 * 60).map(lambda minutes: timezone(timedelta(minutes=minutes)))


def day(text: str | None) -> datetime | None:
    return None if text is None else datetime.fromisoformat(text).replace(tzinfo=UTC)


def interval(ends: Ends) -> Interval:
    return Interval(valid_from=day(ends[0]), valid_to=day(ends[1]))


@pytest.mark.parametrize("case", [one for one in DATED if one.text_alone], ids=lambda one: one.text)
def test_a_sentence_says_when_something_holds(case: Dated) -> None:
    (ends,) = set(case.facts.values())
    assert read_validity(case.text, case.reference) == interval(ends)


@pytest.mark.parametrize("case", TRAPS, ids=lambda one: one.text)
def test_what_is_not_plain_says_nothing(case: Dated) -> None:
    assert read_validity(case.text, case.reference) == Interval()


@pytest.mark.parametrize(
    "predicate",
    ["worked at", "has worked at", "is editor of", "been with", "is published by", "will lead", "used to live in",
     "is responsible for", "is staying at", "owns", "has", "have", "has been", "’s with", "is currently based in"],
)  # fmt: skip
def test_a_state_lasts(predicate: str) -> None:
    assert lasts(predicate)
    triple = Triple(subject="a", predicate=predicate, object="b", when="a works at b since 2019")
    assert validity_of(triple, WEDNESDAY) == interval(("2019-01-01", None))


@pytest.mark.parametrize(
    "predicate",
    ["joined", "has won", "was built by", "is postponed until", "not work at", "stopped working at", "wants to live in",
     "bought", "was given to", "met", "", "used to visit", "never knew"],
)  # fmt: skip
def test_an_event_does_not_last(predicate: str) -> None:
    assert not lasts(predicate)
    triple = Triple(subject="a", predicate=predicate, object="b", when="a works at b since 2019")
    assert validity_of(triple, WEDNESDAY) == Interval()


def test_without_a_clause_there_is_no_validity() -> None:
    assert validity_of(Triple(subject="a", predicate="owns", object="b"), WEDNESDAY) == Interval()


@pytest.mark.parametrize(
    ("text", "reference"),
    [
        ("Ann works at Acme since last year.", at(1, 5, 5)),
        ("Ann works at Acme for the past two weeks.", at(1, 1, 14)),
        ("Ann works at Acme since yesterday.", at(1, 1, 1)),
        ("Ann works at Acme until tomorrow.", at(9999, 12, 31)),
        ("Ann works at Acme until next Friday.", at(9999, 12, 31)),
        ("Ann works at Acme until the end of the year.", at(9999, 12, 31)),
        ("Ann works at Acme through 9999-12-31.", WEDNESDAY),
        ("Ann works at Acme until 0000-01-01.", WEDNESDAY),
        ("Ann works at Acme since 2023-02-29.", WEDNESDAY),
        ("Ann works at Acme until yesterday.", datetime(1, 1, 1, 5, tzinfo=timezone(timedelta(hours=9)))),
        ("Ann works at Acme from 2020 to 2020.", WEDNESDAY),
    ],
)
def test_outside_of_the_calendar_there_is_no_validity(text: str, reference: datetime) -> None:
    assert read_validity(text, reference) == Interval()


def test_the_last_day_of_the_calendar_may_be_an_end() -> None:
    assert read_validity("Ann works at Acme until 9999-12-31.", WEDNESDAY).valid_to == at(9999, 12, 31)


def test_a_quotation_is_not_what_the_text_says_but_a_title_may_stand_beside_a_time() -> None:
    assert is_plain('Ann hosts "Night Talk" since 2019.')
    assert not is_plain('Ann wrote: "I host it since 2019".')
    assert not is_plain('Ann hosts it since 2019". Then she')


@settings(max_examples=400, deadline=None)
@given(
    st.lists(st.sampled_from(WORDS), max_size=14).map(" ".join) | st.text(max_size=80),
    st.datetimes(timezones=ZONES),
)
def test_any_text_gives_a_proper_interval_or_none(text: str, reference: datetime) -> None:
    found = read_validity(text, reference)
    if found.valid_from and found.valid_to:
        assert found.valid_from < found.valid_to
    for end in (found.valid_from, found.valid_to):
        assert end is None or (end.utcoffset() == timedelta(0) and end.hour == end.microsecond == 0)
    spans = [(one.start, one.end) for one in find_expressions(text)]
    assert all(start < end for start, end in spans)
    assert all(before[1] <= after[0] for before, after in pairwise(spans))


@pytest.mark.parametrize(
    "piece",
    ["since ", "from March ", "for the past ", "between 2019 and ", "since 2019 ", "the ", "as of ", "since\n\n", '"',
     "in the early May 5th, ", "until the end of the ", "  \t ", "and again "],
)  # fmt: skip
def test_a_long_text_takes_no_time(piece: str) -> None:
    text = piece * (50_000 // len(piece))
    started = time.process_time()
    find_expressions(text)
    is_plain(text)
    assert read_validity(text, WEDNESDAY) == Interval()
    read_validity(text[:2_000], WEDNESDAY)
    assert time.process_time() - started < 5
