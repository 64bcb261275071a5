"""``facts``, ``history``, ``assert``, ``retract`` and ``declare``."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from cli_support import Run

FIELDS = [
    "fact_id", "subject", "predicate", "object", "valid_from", "valid_to", "recorded_at", "invalidated_at",
    "invalidated_by", "confidence", "functional", "sources",
]  # fmt: skip
TEAM = ("team Kestrel", "is led by")


def lead(cli: Run, name: str, *options: str) -> dict[str, Any]:
    answer = cli("assert", *TEAM, name, *options, "--json")
    assert (answer.code, answer.err) == (0, "")
    return answer.document


@pytest.fixture
def leaders(cli: Run) -> tuple[str, str]:
    """Ids of two facts, of which the second ends the first on 1 March."""
    cli("add", "Ann leads Kestrel", "--id", "e1", "--occurred-at", "2026-01-02T00:00:00Z")
    ann = lead(cli, "Ann", "--from", "2026-01-01T00:00:00Z", "--functional", "--source", "e1")
    ben = lead(cli, "Ben", "--from", "2026-03-01T01:00:00+01:00", "--functional", "--confidence", "0.75")
    assert (ann["facts"], ann["ended"]) == (1, 0)
    assert ben["ended"] == 1
    return ann["fact_id"], ben["fact_id"]


def objects(cli: Run, *args: str) -> list[str]:
    answer = cli(*args, "--json")
    assert (answer.code, answer.err) == (0, "")
    return [fact["object"] for fact in answer.document["facts"]]


def test_a_fact_has_all_its_fields(cli: Run, leaders: tuple[str, str]) -> None:
    answer = cli("facts", "--subject", "Team-Kestrel", "--json")
    assert (answer.code, answer.err) == (0, "")
    assert list(answer.document) == ["facts"]
    [fact] = answer.document["facts"]
    assert list(fact) == FIELDS
    recorded = datetime.fromisoformat(fact.pop("recorded_at"))
    assert recorded.utcoffset() == datetime.now(UTC).utcoffset()
    assert fact == {
        "fact_id": leaders[1], "subject": "team Kestrel", "predicate": "is led by", "object": "Ben",
        "valid_from": "2026-03-01T00:00:00Z", "valid_to": None, "invalidated_at": None, "invalidated_by": None,
        "confidence": 0.75, "functional": True, "sources": [],
    }  # fmt: skip


@pytest.mark.usefixtures("leaders")
def test_facts_at_moments(cli: Run) -> None:
    about = ("facts", "--subject", "team Kestrel")
    assert objects(cli, *about, "--as-of", "2026-02-01T00:00:00Z") == ["Ann"]
    assert objects(cli, *about, "--as-of", "2026-03-01T00:00:00Z") == ["Ben"]
    assert objects(cli, *about, "--as-of", "2025-12-31", "--assume-utc") == []
    assert objects(cli, *about, "--include-ended") == ["Ann", "Ben"]
    assert objects(cli, *about, "--include-ended", "--limit", "1") == ["Ann"]
    assert objects(cli, *about, "--known-at", "2026-02-01T00:00:00Z", "--include-ended") == []
    assert objects(cli, "facts", "--predicate", "is led by") == ["Ben"]
    assert objects(cli, "facts", "--object", "ann", "--include-ended") == ["Ann"]
    assert objects(cli, "facts", "--subject", "team Kestrel", "--namespace", "t-somebody-else") == []


def test_what_was_believed_stays_in_the_history(cli: Run, leaders: tuple[str, str]) -> None:
    ann, ben = leaders
    answer = cli("history", "--subject", "team Kestrel", "--json")
    assert (answer.code, answer.err) == (0, "")
    versions = answer.document["facts"]
    assert [list(version) for version in versions] == [FIELDS] * 3
    assert [(v["object"], v["valid_to"], v["invalidated_by"]) for v in versions] == [
        ("Ann", None, ben), ("Ann", "2026-03-01T00:00:00Z", None), ("Ben", None, None),
    ]  # fmt: skip
    assert cli("history", ann, "--json").document["facts"] == versions[:2]
    assert objects(cli, "history", "--object", "Ben") == ["Ben"]
    assert objects(cli, "history", "--predicate", "is led by") == ["Ann", "Ann", "Ben"]
    before = versions[0]["invalidated_at"]
    assert objects(cli, "facts", "--subject", "team Kestrel", "--known-at", before) == ["Ben"]
    assert objects(cli, "facts", "--subject", "team Kestrel", "--known-at", versions[0]["recorded_at"]) == ["Ann"]


def test_what_is_said_and_not_believed(cli: Run, leaders: tuple[str, str]) -> None:
    ends = ("--from", "2026-02-01T00:00:00Z", "--to", "2026-04-01T00:00:00Z")
    said = lead(cli, "Cleo", *ends, "--functional", "--source", "e1")
    assert said["contradicted"]
    document = cli("facts", "--subject", "team Kestrel", "--conflicts", "--json").document
    assert list(document) == ["facts", "conflicts"]
    [conflict] = document["conflicts"]
    assert (conflict["object"], conflict["source"], conflict["valid_to"]) == ("Cleo", "e1", "2026-04-01T00:00:00Z")
    assert conflict["won_by"]["fact_id"] == leaders[1]
    shown = cli("facts", "--conflicts").out
    assert "believed instead" in shown
    assert "team Kestrel is led by Ben" in shown
    assert "no conflicts" in cli("facts", "--conflicts", "--predicate", "owns").out


def test_what_a_text_says_ends_facts_only_when_told(cli: Run) -> None:
    cli("assert", "Tove", "works for", "Globex", "--from", "2020-01-01T00:00:00Z", "--functional")
    row = '{"content": "Tove works for Initech since 2024-05-01.", "occurred_at": "2024-06-01T00:00:00Z"}'
    for options, ended in (([], 0), (["--supersede", "functional"], 1)):
        answer = cli("ingest", "-", "--json", *options, given=row.replace("Initech", f"Initech {ended}"))
        assert (answer.code, answer.document["ended"]) == (0, ended)
    for args in (["add", "x"], ["ingest", "-"]):
        answer = cli(*args, "--supersede", "always", given="")
        assert (answer.code, answer.out) == (2, "")
        assert "supersede: must be never or functional" in answer.error


def test_retracting_and_declaring(cli: Run, leaders: tuple[str, str]) -> None:
    # Ann's term is believed to have no end again, so that the version with an end is not believed any more either
    assert [cli("retract", leaders[1], "--json").document["ended"] for _ in range(2)] == [1, 0]
    assert objects(cli, "facts", "--subject", "team Kestrel") == ["Ann"]
    for name in ("Heron", "Wren"):
        cli("assert", name, "sits on", "first floor", "--from", "2026-01-01T00:00:00Z")
        cli("assert", name, "sits on", "second floor", "--from", "2026-02-01T00:00:00Z")
    assert len(objects(cli, "facts", "--predicate", "sits on")) == 4
    assert cli("declare", "sits on", "--functional", "--json").document["ended"] == 2
    assert objects(cli, "facts", "--predicate", "sits on") == ["second floor", "second floor"]
    cli("declare", "sits on", "--no-functional")
    assert len(objects(cli, "facts", "--predicate", "sits on")) == 4


def test_a_person_sees_tables_and_counts(cli: Run, leaders: tuple[str, str]) -> None:
    for args in (["facts"], ["history", "--subject", "team Kestrel"], ["history", leaders[0]]):
        shown = cli(*args)
        assert (shown.code, shown.err) == (0, "")
        assert "is led by" in shown.out
    assert "believed until" in shown.out
    assert "believed until" not in cli("facts").out
    assert cli("facts", "--subject", "nobody").out == "no facts\n"
    known = cli("assert", *TEAM, "Ben", "--from", "2026-03-01T00:00:00Z", "--functional", "--confidence", "0.75")
    assert known.out == f"{leaders[1]}: 0 new, 0 ended, 1 known already\n"
    cli("assert", "Team", "is called", "[red]\x1b[2J")
    shown = cli("facts", "--subject", "Team").out
    assert "[red]" in shown
    assert "\x1b" not in shown


@pytest.mark.parametrize(
    ("args", "code", "told"),
    [
        (["facts", "--as-of", "2026-03-01"], 2, "--as-of"), (["facts", "--known-at", "soon"], 2, "--known-at"),
        (["facts", "--subject", " "], 2, "subject"),
        (["facts", "--limit", "0"], 2, "limit"), (["history", "fa_unknown"], 1, "fa_unknown"),
        (["history", "fa_x", "--subject", "y"], 2, "FACT_ID"), (["retract", "fa_unknown"], 1, "fa_unknown"),
        (["assert", "a", "b", "A"], 2, "object"), (["assert", "a", "b", "c", "--from", "2026-03-01"], 2, "--from"),
        (["assert", "a", "b", "c", "--confidence", "2"], 2, "confidence"), (["assert", "a", "b"], 2, "object"),
        (["assert", "a", "b", "c", "--source", "nowhere"], 1, "nowhere"), (["declare", "owns"], 2, "functional"),
        (["declare", " ", "--functional"], 2, "predicate"),
    ],
)  # fmt: skip
def test_wrong_use_is_told_in_one_line(cli: Run, args: list[str], code: int, told: str) -> None:
    answer = cli(*args, "--json")
    assert (answer.code, answer.out) == (code, "")
    assert told in answer.error
