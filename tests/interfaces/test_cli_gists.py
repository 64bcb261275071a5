"""``compress``, ``gist`` and ``look-up``."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from support.long_sessions import turns

from memgraph_svc.interfaces.cli.interrupt import Interrupt

if TYPE_CHECKING:
    from cli_support import Run


def told(*sessions: str, count: int = 12) -> str:
    return "".join(json.dumps(row) + "\n" for key in sessions for row in turns(count, session=key))


@pytest.fixture
def sessions(cli: Run) -> None:
    """Two long sessions and a short one."""
    given = told("s", "t") + told("short", count=3)
    assert cli("ingest", "-", "--no-link", given=given).code == 0


@pytest.mark.usefixtures("sessions")
def test_sessions_are_compressed_once_and_shown(cli: Run) -> None:
    planned = cli("compress", "--all", "--dry-run", "--json").document
    assert (planned["planned"], planned["done"], planned["skipped"], planned["stopped_after"]) == (2, 0, 1, None)
    assert [(item["session_id"], item["problem"]) for item in planned["items"]] == [("s", "missing"), ("t", "missing")]
    assert cli("stats", "--json").document["gists"] == 0
    shown = cli("compress", "--all", "--dry-run")
    assert shown.code == 0
    assert "2 to do; nothing was written" in shown.out
    assert "missing" in shown.out
    assert cli("compress", "--session", "s", "--json").document["done"] == 1
    rest = cli("compress", "--all", "--after", "s", "--json").document
    assert (rest["done"], rest["skipped"]) == (1, 1)
    assert "0 made, 0 removed, 3 left as is, 0 failed" in cli("compress", "--all").out
    assert cli("stats", "--json").document["gists"] == 2
    first = cli("gist", "s", "--json").document
    again = cli("compress", "--session", "s", "--budget", "0.5", "--json").document
    assert (again["done"], again["items"][0]["problem"]) == (1, "stale")
    second = cli("gist", "s", "--json").document
    assert second["compressed_length"] > first["compressed_length"]
    assert (second["version"], second["lossy"], second["tokenizer"]) == (2, True, "o200k_base")
    assert second["reduction"] == round(1 - second["compressed_length"] / second["original_length"], 4)
    assert "retention" not in second
    assert [page.keys() for page in second["pages"]] == [{"page_id", "first_turn", "last_turn"}] * len(second["pages"])
    text = cli("gist", "s").out
    assert text.startswith(second["text"])
    assert f"{second['compressed_length']:,} of {second['original_length']:,} tokens (o200k_base), retention" in text
    assert "not measured" in text
    assert second["pages"][0]["page_id"] in text


@pytest.mark.usefixtures("sessions")
def test_pages_are_looked_up_best_first(cli: Run) -> None:
    document = cli("look-up", "s", "Which part replaced the seal of valve V-11?", "--json").document
    assert (document["session_id"], len(document["pages"])) == ("s", 1)
    (page,) = document["pages"]
    assert {"page_id", "first_turn", "last_turn", "text", "score", "episode_ids"} == page.keys()
    assert "part S1140" in page["text"]
    assert cli("compress", "--session", "s").code == 0
    pages = cli("look-up", "s", "valve", "--pages", "9", "--json").document["pages"]
    wanted = {page["page_id"] for page in cli("gist", "s", "--json").document["pages"]}
    assert {page["page_id"] for page in pages} == wanted
    shown = cli("look-up", "short", "pump")
    assert (shown.code, shown.err) == (0, "")
    assert shown.out.startswith("turns 1 to 3, score ")


@pytest.mark.parametrize(
    ("args", "named"),
    [
        (["compress"], "--session"),
        (["compress", "--all", "--session", "s"], "--session"),
        (["compress", "--session", "s", "--after", "r"], "--after"),
        (["compress", "--session", ""], "session_id"),
        (["compress", "--session", "a b"], "session_id"),
        (["compress", "--all", "--after", "a b"], "after"),
        (["compress", "--all", "--budget", "0"], "budget"),
        (["compress", "--all", "--budget", "1.1"], "budget"),
        (["compress", "--all", "--budget", "nan"], "budget"),
        (["compress", "--all", "--budget", "much"], "--budget"),
        (["compress", "--all", "surplus"], ""),
        (["compress", "--all", "--namespace", "a b"], "namespace"),
        (["gist"], "SESSION"),
        (["gist", "a b"], "session_id"),
        (["gist", "ä"], "session_id"),
        (["look-up", "s"], "QUESTION"),
        (["look-up", "s", " "], "question"),
        (["look-up", "a b", "x"], "session_id"),
        (["look-up", "s", "x", "--pages", "0"], "pages"),
        (["look-up", "s", "x", "--pages", "1001"], "pages"),
        (["look-up", "s", "x", "--pages", "1.5"], "--pages"),
    ],
)  # fmt: skip
def test_wrong_use_is_one_line_that_names_the_option(cli: Run, args: list[str], named: str) -> None:
    answer = cli(*args)
    assert (answer.code, answer.out) == (2, "")
    assert named in answer.error


@pytest.mark.parametrize("args", [["gist", "s"], ["look-up", "s", "x"], ["compress", "--session", "s"]])
def test_an_unknown_session_is_a_failure_of_one_line(cli: Run, args: list[str]) -> None:
    answer = cli(*args, "--json")
    assert (answer.code, answer.out) == (1, "")
    assert "session 's' is not in namespace" in answer.err
    assert len(answer.err.splitlines()) == 1


def test_a_session_without_gist_names_the_command_that_makes_one(cli: Run) -> None:
    assert cli("ingest", "-", given=told("s", count=1)).code == 0
    answer = cli("gist", "s")
    assert answer.code == 1
    assert "memgraph-svc compress --session s" in answer.error


@pytest.mark.usefixtures("sessions")
def test_an_interrupt_ends_the_pass_after_a_session(cli: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    enter = Interrupt.__enter__

    def entered(self: Interrupt) -> Interrupt:
        self.asked = True  # as Ctrl-C does
        return enter(self)

    monkeypatch.setattr(Interrupt, "__enter__", entered)
    answer = cli("compress", "--all", "--json")
    assert (answer.code, answer.document["done"], answer.document["stopped_after"]) == (130, 1, "s")
    assert answer.err.startswith("error: interrupted")
    assert len(answer.err.splitlines()) == 1
    monkeypatch.undo()
    rest = cli("compress", "--all", "--after", "s", "--json").document
    assert (rest["done"], rest["stopped_after"]) == (1, None)


def test_what_is_shown_cannot_command_a_terminal(cli: Run) -> None:
    given = "".join(
        json.dumps(
            row | {"content": "The \x1b[31mred\x1b]0;title\x07 pump [bold]failed[/bold] at 14:05.", "role": "user"}
        )
        + "\n"
        for row in turns(11)
    )
    assert cli("ingest", "-", "--no-link", given=given).code == 0
    assert cli("compress", "--session", "s", "--budget", "1").code == 0
    for args in (["gist", "s"], ["look-up", "s", "pump"]):
        shown = cli(*args)
        assert (shown.code, shown.err) == (0, "")
        assert "\x1b" not in shown.out
        assert "\x07" not in shown.out
        assert "[bold]failed[/bold]" in shown.out
