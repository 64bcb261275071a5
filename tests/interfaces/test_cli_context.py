"""``context`` and ``why``, and the moments of ``search`` and ``explain``."""

from __future__ import annotations

import json
from datetime import datetime
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from cli_support import Run


@pytest.fixture
def outage(cli: Run) -> None:
    """An outage with its causes in a row, and the fact that it was about."""
    lines = [
        {
            "id": f"d{n}", "content": f"step {n} of the outage of Redis", "session": "s1", "entities": ["Redis"],
            "facts": [], "occurred_at": f"2026-03-01T0{n}:00:00Z", "caused_by": [f"d{n - 1}"] if n else [],
        }
        for n in range(5)
    ]  # fmt: skip
    assert cli("ingest", "-", given="\n".join(map(json.dumps, lines))).code == 0
    cli("assert", "Redis", "runs on", "node-7", "--from", "2026-02-01T00:00:00Z", "--functional")
    cli("assert", "Redis", "runs on", "node-9", "--from", "2026-04-01T00:00:00Z", "--functional")


@pytest.mark.usefixtures("outage")
def test_a_context_fits_and_tells_its_items(cli: Run) -> None:
    answer = cli("context", "What happened to Redis?", "--budget", "200", "--json")
    assert (answer.code, answer.err) == (0, "")
    document = answer.document
    assert list(document) == ["text", "tokens", "items", "tokenizer", "decided_by"]
    assert 0 < document["tokens"] <= 200
    assert len(document["items"]) == 6
    assert document["text"].startswith("- Redis runs on node-9 (since 2026-04-01)\n[d0, 2026-03-01] step 0")
    assert [item["kind"] for item in document["items"]][:2] == ["fact", "message"]
    assert all(set(item) == {"id", "kind"} for item in document["items"])
    shown = cli("context", "What happened to Redis?", "--budget", "60")
    assert (shown.code, shown.err) == (0, "")
    assert "tokens (o200k_base), 2 items" in shown.out


@pytest.mark.usefixtures("outage")
def test_a_context_at_a_moment_and_of_a_session(cli: Run) -> None:
    def text(*options: str) -> str:
        answer = cli("context", "What happened to Redis?", *options, "--json")
        assert answer.code == 0, answer.err
        return answer.document["text"]

    assert "node-9" in text()
    then = text("--as-of", "2026-03-01T02:30:00Z")
    assert "node-7" in then
    assert "d2" in then
    assert "d3" not in then
    assert text("--known-at", "2026-03-01", "--assume-utc") == ""
    assert "node" not in text("--session", "s1")
    assert text("--conversation", "c9") == text("--kinds", "document") == ""
    assert "d4" in text("--mode", "fulltext", "--rank", "relevance")


def test_an_empty_context_says_why(cli: Run) -> None:
    answer = cli("context", "anything", "--json")
    assert answer.code == 0
    assert answer.document.items() >= {"text": "", "tokens": 0, "items": []}.items()
    assert "holds no episode" in answer.document["decided_by"]
    assert "holds no episode" in cli("context", "anything").out


@pytest.mark.usefixtures("outage")
def test_why_tells_the_causes(cli: Run) -> None:
    answer = cli("why", "d4", "--hops", "4", "--json")
    assert (answer.code, answer.err) == (0, "")
    assert list(answer.document) == ["answer", "paths", "roots"]
    assert (answer.document["answer"], answer.document["roots"]) == ("paths", ["d0"])
    [path] = answer.document["paths"]
    assert list(path) == ["score", "steps"]
    assert path["score"] == pytest.approx(0.9**4 * 0.8**4)
    assert [step["episode_id"] for step in path["steps"]] == ["d3", "d2", "d1", "d0"]
    step = path["steps"][0]
    assert step.items() >= {"content": "step 3 of the outage of Redis", "confidence": 0.9, "kind": "asserted"}.items()
    assert datetime.fromisoformat(step["occurred_at"]) == datetime.fromisoformat("2026-03-01T03:00:00Z")


@pytest.mark.usefixtures("outage")
def test_why_at_a_moment_and_within_hops(cli: Run) -> None:
    def steps(*options: str) -> list[str]:
        document = cli("why", "d3", *options, "--json").document
        return [step["episode_id"] for path in document["paths"] for step in path["steps"]]

    assert steps() == ["d2", "d1", "d0"]
    assert steps("--hops", "1") == ["d2"]
    assert steps("--as-of", "2026-03-01T02:30:00Z") == steps("--known-at", "2026-03-01", "--assume-utc") == []
    none = cli("why", "d0", "--json").document
    assert none == {"answer": "no recorded cause", "paths": [], "roots": []}


@pytest.mark.usefixtures("outage")
def test_why_for_a_person(cli: Run) -> None:
    assert cli("why", "d0").out == "no recorded cause\n"
    assert "roots: d0" in cli("why", "d3").out
    assert "--hops" in cli("why", "d4").out


@pytest.mark.usefixtures("outage")
def test_search_and_explain_at_a_moment(cli: Run) -> None:
    times = ("--as-of", "2026-03-01T00:30", "--assume-utc")
    found = cli("search", "Redis outage", *times, "--json").document["hits"]
    assert [hit["id"] for hit in found] == ["d0"]
    explained = cli("explain", "Redis outage", *times, "--json").document
    assert explained["id"] == "d0"
    assert explained["params"]["at_ms"] == int(datetime.fromisoformat("2026-03-01T00:30:00Z").timestamp() * 1000)
    assert cli("explain", "Redis outage", "--known-at", "2026-03-01T00:00:00Z", "--json").document["id"] is None


@pytest.mark.parametrize(
    ("args", "code", "told"),
    [
        (["context", "x", "--budget", "0"], 2, "token_budget"), (["context", " "], 2, "query"),
        (["context", "x", "--mode", "guess"], 2, "mode"), (["context", "x", "--as-of", "2026-03-01"], 2, "--as-of"),
        (["context", "x", "--known-at", "2026-03-01"], 2, "--known-at"), (["why", "nowhere"], 1, "nowhere"),
        (["why", "x", "--hops", "11"], 2, "hops"), (["why", "x", "--as-of", "2026-03-01"], 2, "--as-of"),
        (["why", "x", "--known-at", "2026-03-01"], 2, "--known-at"), (["why", "a b"], 2, "episode_id"),
        (["search", "x", "--as-of", "2026-03-01"], 2, "--as-of"), (["search", "x", "--known-at", "x"], 2, "--known-at"),
        (["explain", "x", "--as-of", "2026-03-01"], 2, "--as-of"),
        (["explain", "x", "--known-at", "2026-03-01"], 2, "--known-at"),
    ],
)  # fmt: skip
def test_wrong_use_is_told_in_one_line(cli: Run, args: list[str], code: int, told: str) -> None:
    answer = cli(*args, "--json")
    assert (answer.code, answer.out) == (code, "")
    assert told in answer.error
