"""``add``, ``get``, ``search`` and ``explain``."""

from __future__ import annotations

import json
import re
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

import pytest
from support.gists import keep_gist

if TYPE_CHECKING:
    from pathlib import Path

    from cli_support import Run

    from memgraph_svc.graph.graph import Graph

ZONED = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)")
TEAM = "Ingrid Falkenberg joined team Kestrel in Gdynia"


@pytest.fixture
def team(cli: Run) -> str:
    """Id of an episode about a team."""
    answer = cli("add", TEAM, "--id", "team", "--session", "s1", "--occurred-at", "2026-03-01T12:00:00+02:00", "--json")
    assert answer.code == 0
    return answer.document["id"]


def test_add_reports_what_it_made(cli: Run) -> None:
    answer = cli("add", TEAM, "--json")
    assert (answer.code, answer.err) == (0, "")
    document = answer.document
    counts = ["created", "reused", "updated", "linked", "facts", "ended", "contradicted", "mentions"]
    assert list(document) == ["id", *counts, "refused"]
    assert document["created"] == 1
    assert document["mentions"] > 0
    assert document["refused"] == []
    assert cli("get", document["id"], "--json").document["content"] == TEAM


def test_add_passes_every_field_on(cli: Run) -> None:
    options = (
        "--id e1 --kind tool_result --role access --session s1 --conversation c1 --turn 7 --importance 8.5 "
        "--occurred-at 2026-03-01T12:00:00.5+02:00"
    )
    assert cli("add", "done", *options.split(), "--json").document["id"] == "e1"
    stored = cli("get", "e1", "--json").document
    assert stored.items() >= {
        "id": "e1", "content": "done", "kind": "tool_result", "role": "access", "session_id": "s1",
        "conversation_id": "c1", "turn": 7, "importance": 8.5,
    }.items()  # fmt: skip
    assert datetime.fromisoformat(stored["occurred_at"]) == datetime.fromisoformat("2026-03-01T10:00:00.5Z")


def test_a_time_without_zone_is_utc_only_when_told(cli: Run) -> None:
    assert cli("add", "x", "--id", "n", "--occurred-at", "2026-03-01T12:00").code == 2
    assert cli("add", "x", "--id", "n", "--occurred-at", "2026-03-01T12:00", "--assume-utc").code == 0
    stored = cli("get", "n", "--json").document["occurred_at"]
    assert datetime.fromisoformat(stored) == datetime.fromisoformat("2026-03-01T12:00:00Z")


def test_adding_again_reuses_and_another_content_is_refused(cli: Run, team: str) -> None:
    again = ["--id", team, "--session", "s1", "--occurred-at", "2026-03-01T12:00:00+02:00"]
    assert cli("add", TEAM, *again, "--json").document["reused"] == 1
    answer = cli("add", "something else", "--id", team)
    assert answer.code == 1
    assert "update" in answer.error
    assert cli("get", team, "--json").document["content"] == TEAM


def test_search_tells_scores_arms_and_the_decision(cli: Run, team: str) -> None:
    cli("add", "The weather was fine", "--id", "weather")
    answer = cli("search", "Who joined Kestrel?", "--mode", "hybrid", "--limit", "1", "--json")
    assert (answer.code, answer.err) == (0, "")
    assert list(answer.document) == ["query", "mode", "decided_by", "hits"]
    assert answer.document["mode"] == "hybrid"
    [hit] = answer.document["hits"]
    assert set(hit) == {"id", "kind", "content", "score", "parts", "arms", "occurred_at"}
    assert (hit["id"], hit["kind"], hit["content"]) == (team, "message", TEAM)
    assert 0 <= hit["score"] <= 1
    assert ZONED.fullmatch(hit["occurred_at"])


def test_search_by_ppr_shows_the_path(cli: Run, team: str) -> None:
    [hit] = cli("search", "Kestrel", "--mode", "ppr", "--json").document["hits"]
    assert hit["id"] == team
    assert hit["arms"][0] == "ppr"
    assert {"source", "relation", "target", "valid_from", "valid_to"} == set(hit["path"][0])


def test_search_answers_many_questions_a_line_each(cli: Run, team: str, tmp_path: Path) -> None:
    lines = '"Who joined Kestrel?"\n\n{"query": "Kestrel", "more": 1}\n'
    answer = cli("search", "--queries", "-", "--limit", "1", "--json", given=lines)
    assert answer.code == 0, answer.err
    documents = [json.loads(line) for line in answer.out.splitlines()]
    assert [document["query"] for document in documents] == ["Who joined Kestrel?", "Kestrel"]
    assert [[hit["id"] for hit in document["hits"]] for document in documents] == [[team]] * 2
    file = tmp_path / "questions.jsonl"
    file.write_text(lines, encoding="utf-8")
    shown = cli("search", "--queries", str(file))
    assert (shown.code, "Who joined Kestrel?" in shown.out) == (0, True)
    for given, told in (
        ("Kestrel", "line 1: must be JSON"),
        ("[" * 100_000, "line 1: must be JSON"),
        ('"a"\n[1]', "line 2"),
        ('"a"\n" "', "line 2"),
    ):
        refused = cli("search", "--queries", "-", given=given)
        assert (refused.code, told in refused.err) == (2, True), refused.err
    for args in (["x", "--queries", "-"], ["--queries", "nowhere"], ["--queries", "-", "--with-ppr"]):
        assert cli("search", *args, given="").code == 2
    assert cli("search", "--queries", "-", "--json", given="").out == ""


def test_search_filters(cli: Run, team: str) -> None:
    cli("add", f"{TEAM}, again", "--id", "later", "--kind", "observation", "--occurred-at", "2026-04-01T00:00:00Z")

    def found(*options: str) -> list[str]:
        answer = cli("search", "Kestrel", *options, "--json")
        assert answer.code == 0, answer.err
        return sorted(hit["id"] for hit in answer.document["hits"])

    assert found() == ["later", team]
    assert found("--kinds", "observation") == ["later"]
    assert found("--kinds", "message, observation") == ["later", team]
    assert found("--session", "s1") == [team]
    assert found("--conversation", "c9") == []
    assert found("--from", "2026-03-15T00:00:00Z") == ["later"]
    assert found("--to", "2026-03-15", "--assume-utc") == [team]
    assert found("--as-of", "2026-03-15T00:00:00Z") == [team]
    assert found("--known-at", "2026-03-15T00:00:00Z") == []
    assert found("--limit", "1", "--rank", "relevance", "--mode", "fulltext") in ([team], ["later"])
    assert found("--include-archived", "--with-ppr") == ["later", team]
    assert found("--namespace", "t-somebody-else") == []


def test_explain_gives_a_statement_with_its_parameters(cli: Run, team: str, namespace: str) -> None:
    answer = cli("explain", "Who joined Kestrel?", "--id", team, "--json")
    assert (answer.code, answer.err) == (0, "")
    assert list(answer.document) == ["query", "id", "cypher", "params", "path"]
    assert answer.document["id"] == team
    assert answer.document["params"]["namespace"] == namespace
    assert answer.document["path"]
    shown = cli("explain", "Who joined Kestrel?")
    assert ":params {" in shown.out
    assert "MATCH" in shown.out


def test_explain_says_when_nothing_is_reached(cli: Run) -> None:
    answer = cli("explain", "Kestrel")
    assert (answer.code, answer.err) == (0, "")
    assert "no episode is reached" in answer.out
    assert cli("explain", "Kestrel", "--json").document["id"] is None


def test_times_of_get_have_a_zone(cli: Run, team: str) -> None:
    document = cli("get", team, "--json").document
    assert next(iter(document)) == "id"
    for name in ("occurred_at", "recorded_at"):
        assert ZONED.fullmatch(document[name])
        assert datetime.fromisoformat(document[name]).utcoffset() == timedelta(0)


def test_people_see_texts_as_they_are_without_markup_or_terminal_commands(cli: Run) -> None:
    cli("add", "[red]alarm[/red] \x1b]0;title\x07 \x1b[2J \u202egnp.exe :smile:", "--id", "evil")
    for args in (["get", "evil"], ["search", "alarm"]):
        shown = cli(*args).out
        assert "[red]alarm[/red]" in shown
        assert ":smile:" in shown
        assert not {"\x1b", "\x07", "\u202e"} & set(shown)


def test_nothing_found_is_said(cli: Run) -> None:
    answer = cli("search", "anything")
    assert answer.code == 0
    assert "nothing found" in answer.out
    assert cli("search", "anything", "--json").document["hits"] == []


def test_a_program_of_its_own_writes_one_document_and_nothing_else(program: Run) -> None:
    added = program("add", "Zoë likes 饺子", "--id", "z", "--json", PYTHONIOENCODING="utf-8")
    assert (added.code, added.err) == (0, "")
    assert added.out.endswith("}\n")
    assert added.document["created"] == 1
    ascii_only = program("search", "饺子", "--json", PYTHONIOENCODING="ascii", PYTHONUTF8="0")
    assert (ascii_only.code, ascii_only.err) == (0, "")
    assert ascii_only.out.isascii()
    assert ascii_only.document["hits"][0]["content"] == "Zoë likes 饺子"
    person = program("get", "z", PYTHONIOENCODING="ascii", PYTHONUTF8="0")
    assert (person.code, person.err) == (0, "")


def test_search_of_gists_and_pages(cli: Run, graph: Graph, namespace: str, team: str) -> None:
    gist, [page] = keep_gist(graph, namespace, "s1", "Asha joined Kestrel.", pages=["Kestrel is a team."])
    answer = cli("search", "Kestrel", "--kinds", "gist, page", "--json")
    assert (answer.code, answer.err) == (0, "")
    document = answer.document
    assert {(hit["id"], hit["kind"], hit["content"]) for hit in document["hits"]} == {
        (gist, "gist", "Asha joined Kestrel."), (page, "page", "Kestrel is a team."),
    }  # fmt: skip
    assert document["mode"] == "hybrid"
    assert "no importance" in document["decided_by"]
    assert set(document["hits"][0]) == {"id", "kind", "content", "score", "parts", "arms", "occurred_at"}
    shown = cli("search", "Kestrel", "--kinds", "gist", COLUMNS="200")
    assert (shown.code, "Asha joined" in shown.out, "Kestrel is a team" in shown.out) == (0, True, False)
    many = cli("search", "--queries", "-", "--kinds", "page", "--json", given='"Kestrel"')
    assert [hit["id"] for hit in many.document["hits"]] == [page]
    assert [hit["id"] for hit in cli("search", "Kestrel", "--json").document["hits"]] == [team]
    for args, told in (
        (["--kinds", "gist,message"], "kinds"), (["--kinds", "gist", "--mode", "ppr"], "mode"),
        (["--kinds", "page", "--with-ppr"], "kinds"),
    ):  # fmt: skip
        refused = cli("search", "Kestrel", *args)
        assert (refused.code, told in refused.error) == (2, True)
    context = cli("context", "Kestrel", "--json").document
    assert context["items"][0] == {"id": gist, "kind": "gist"}
    assert context["text"].startswith("[gist of s1, turns 1 to 1]\nAsha joined Kestrel.\n")
