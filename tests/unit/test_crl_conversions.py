"""Lines from and to turns, objects of JSON, facts and plain text; what has no place is told."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memgraph_svc.crl import (
    Statement,
    Turn,
    Verbatim,
    When,
    encode,
    from_record,
    from_text,
    from_turns,
    render,
    to_record,
    to_turns,
)  # fmt: skip
from memgraph_svc.crl.facts import Unplaced, from_facts, to_facts
from memgraph_svc.domain.fact import Fact, FactDraft
from memgraph_svc.errors import InvalidInputError
from tests.support import crl_lines

MARCH = datetime(2026, 3, 1, tzinfo=UTC)
instants = st.none() | st.integers(-62_000_000_000_000, 250_000_000_000_000).map(
    lambda ms: datetime.fromtimestamp(ms // 1000, UTC).replace(microsecond=ms % 1000 * 1000)
)
names = st.one_of(
    st.sampled_from(["is", "caused by", "leads to", "has", "states", "sits on", "a:b_c", "%41"]), crl_lines.texts
)
QUIET = settings(max_examples=60, deadline=None)


def draft(**given: Any) -> FactDraft | None:
    """A fact, if its names are such that trimming them once more takes nothing off them."""
    try:
        once = FactDraft(**given)
        return once if FactDraft(**once.model_dump()) == once else None
    except ValueError:
        return None


drafts = st.builds(
    draft, subject=names, predicate=names, object=names, valid_from=instants, valid_to=instants,
    confidence=st.integers(1, 100).map(lambda hundredths: hundredths / 100),
).filter(bool)  # fmt: skip


@QUIET
@given(st.lists(drafts, max_size=4))
def test_facts_come_back_from_statements(facts: list[FactDraft]) -> None:
    made = from_facts(facts)
    read = to_facts(made.statements)
    assert made.unplaced == read.unplaced == ()
    assert list(read.facts) == facts
    assert read.places == tuple(range(len(facts)))


def test_what_a_fact_cannot_hold_is_told() -> None:
    lines = [
        Verbatim("a text"), Statement("a", "=", "b", negated=True),
        Statement("a", "=", "b", when=When("2026-03-01"), turn=3),
        Statement("", "=", "b"), Statement("a", "=", "b", concept=True, confidence=0.0),
        Statement("a", ":x", "b", concept=True, when=When("yesterday", "")),
        Statement("a", ":x", "b", concept=True, when=When("2026-03-02", "2026-03-01")),
        Statement("a", ":x", "b", concept=True, when=When("", "2026-03-01T00:00+01:00"), confidence=0.5),
    ]  # fmt: skip
    read = to_facts(lines)
    assert read.facts == (
        FactDraft(subject="a", predicate="is", object="b", valid_from=MARCH),
        FactDraft(
            subject="a", predicate="x", object="b", valid_to=datetime(2026, 2, 28, 23, tzinfo=UTC), confidence=0.5
        ),
    )
    assert read.places == (2, 7)
    assert [(told.place, told.field) for told in read.unplaced] == [
        (0, "line"), (1, "line"), (2, "object"), (2, "when"), (2, "turn"), (3, "line"), (4, "line"), (5, "line"),
        (6, "line"),
    ]  # fmt: skip
    assert "valid_from: must be an ISO 8601 time" in read.unplaced[-2].rule
    assert read.unplaced[-1] == Unplaced(6, "line", "valid_to: must be after valid_from")


def test_what_a_statement_cannot_hold_is_told() -> None:
    fact = Fact(
        subject="a", predicate="sits on", object="b", confidence=0.123, functional=True, fact_id="f1",
        recorded_at=MARCH, sources=("e1",), valid_from=MARCH,
    )  # fmt: skip
    made = from_facts([fact, FactDraft(subject="a", predicate="is", object="b", confidence=0.001)])
    assert encode(made.statements) == "%crl1\na :sits_on &b @2026-03-01.. ?0.12\n= &b ?0.01"
    assert [(told.place, told.field) for told in made.unplaced] == [
        (0, "confidence"), (0, "functional"), (0, "fact_id"), (0, "recorded_at"), (0, "sources"), (1, "confidence"),
    ]  # fmt: skip


def test_a_turn_is_its_role_a_colon_and_its_text() -> None:
    turns = [Turn("user", "Why?\r\nIt = down: now"), Turn("tool:bash", ""), Turn("", ": x"), Turn("a\\", "b")]
    lines = from_turns(turns)
    assert [line.text for line in lines] == ["user: Why?\r\nIt = down: now", "tool\\:bash: ", ": : x", "a\\\\: b"]
    assert to_turns(lines) == turns
    body = ["|user: Why?\\r\\nIt = down: now", "|tool\\\\:bash: ", ": : x", "a\\\\: b"]
    assert encode(lines).split("\n") == ["%crl1", *body]


@pytest.mark.parametrize("line", [Verbatim("no role"), Verbatim("a\\b: c"), Statement("a", "=", "b")])
def test_what_is_no_turn_is_named(line: Verbatim | Statement) -> None:
    with pytest.raises(InvalidInputError, match=r"lines\.1"):
        to_turns([line])


@QUIET
@given(crl_lines.lines)
def test_a_line_comes_back_from_json(line: Verbatim | Statement) -> None:
    assert from_record(json.loads(json.dumps(to_record(line)))) == line


@pytest.mark.parametrize(
    ("record", "field"),
    [
        ({}, "subject"), ({"subject": "a", "relation": "="}, "object"), ({"text": "a", "turn": 1}, "text"),
        ({"text": 3}, "text"), ({"subject": "a", "relation": "=", "object": "b", "mood": 1}, "mood"),
        ({"subject": "a", "relation": "=", "object": "b", "at": "x", "to": "y"}, "at"),
        ({"subject": "a", "relation": "=", "object": "b", "from": 3}, "from"),
        ({"subject": "a", "relation": "is", "object": "b"}, "relation"),
    ],
)  # fmt: skip
def test_a_wrong_record_is_refused_by_field(record: dict[str, Any], field: str) -> None:
    with pytest.raises(InvalidInputError) as caught:
        from_record(record)
    assert caught.value.field == field


@pytest.mark.parametrize(
    ("sentence", "line"),
    [
        ("Redis uses port 6379.", "Redis :uses port 6379"),
        ("Nadia works at Umbral Labs.", "Nadia :works_at Umbral Labs"),
        ("The deploy is not finished.", "The deploy != finished"), ("The queue has 40 rows", "The queue + 40 rows"),
        ("The 502 is caused by a full table.", "The 502 < a full table"),
        ("A full table leads to errors.", "A full table > errors"),
        ("The cache does not have a limit.", "The cache !+ a limit"),
        ("The lease was cheap.", "The lease :was cheap"),
        ("It is late.", "It is late."), ("I think that Redis is slow.", "I think that Redis is slow."),
        ("Is Redis slow?", "Is Redis slow?"), ("Redis is slow, says Nadia.", "Redis is slow, says Nadia."),
        ("Redis runs tests fails often.", "Redis runs tests fails often."),
        ("Redis uses what is there.", "Redis uses what is there."), ("Redis is", "Redis is"), ("x = y", "|x = y"),
        ("Wait ...", "Wait ..."), ("Redis  is slow.", "Redis  is slow."), ("- Redis is slow.", "- Redis is slow."),
    ],
)  # fmt: skip
def test_a_simple_sentence_becomes_a_statement_and_others_stay(sentence: str, line: str) -> None:
    assert encode(from_text(sentence)) == f"%crl1\n{line}"


@QUIET
@given(
    st.lists(
        st.sampled_from(
            ["Redis", "is", "not", "caused by", "uses", "a", "has", ".", ". The", "\n", " ", "?", "x,", "$1", "="]
        ),
        max_size=15,
    ).map(" ".join)
    | crl_lines.texts
)
def test_no_text_loses_anything_but_blanks_and_full_stops(text: str) -> None:
    said = render(from_text(text))
    assert "".join(said.split()).replace(".", "") == "".join(text.split()).replace(".", "")
