"""``ingest``: bad lines are named and the others land; it can be repeated and interrupted."""

from __future__ import annotations

import json
import os
import pty
import re
import signal
import subprocess
import sys
import time
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from pathlib import Path

    from cli_support import Run


def lines(*rows: dict[str, Any]) -> str:
    return "".join(json.dumps(row) + "\n" for row in rows)


def numbered(count: int) -> str:
    return lines(*({"id": f"e{i}", "content": f"thought number {i}"} for i in range(count)))


MIXED = (
    b'\xef\xbb\xbf{"id":"a","content":"first"}\n'
    b"\n"
    b"   \n"
    b'{"id":"broken"\n'
    b"[1, 2]\n"
    b'{"id":"bytes","content":"\xff"}\n'
    b'{"id":"importance","content":"x","importance":11}\n'
    b'{"id":"unknown","content":"x","surplus":1}\n'
    b'{"id":"naive","content":"x","occurred_at":"2026-01-01T00:00:00"}\n'
    b'{"id":"nan","content":"x","importance":NaN}\n'
    b'{"id":"b","content":"second"}\r\n'
    b'{"id":"b","content":"another"}\n'
    b'{"id":"blank","content":" "}\n'
    b'{"id":"half","content":"x","facts":[{"subject":"A","predicate":"is","object":"a"}]}\n' + b"[" * 100_000 + b"\n"
    b'{"id":"c","content":"last, without line feed"}'
)
REFUSED = {
    4: "line", 5: "line", 6: "line", 7: "importance", 8: "surplus", 9: "occurred_at", 10: "line", 12: "id",
    13: "content", 14: "facts", 15: "line",
}  # fmt: skip


def test_bad_lines_are_named_and_the_others_land(cli: Run, tmp_path: Path) -> None:
    file = tmp_path / "mixed.jsonl"
    file.write_bytes(MIXED)
    answer = cli("ingest", str(file), "--json")
    assert (answer.code, answer.err) == (3, "")
    document = answer.document
    counts = ["created", "reused", "updated", "linked", "facts", "ended", "contradicted", "mentions"]
    assert list(document) == [*counts, "refused"]
    assert document["created"] == 4
    assert {refusal["line"]: refusal["field"] for refusal in document["refused"]} == REFUSED
    assert all(refusal["rule"] for refusal in document["refused"])
    for stored in ("a", "b", "c", "half"):
        assert cli("get", stored).code == 0
    assert cli("stats", "--json").document["episodes"] == 4


def test_people_see_a_line_for_each_refusal_and_a_summary(cli: Run) -> None:
    answer = cli("ingest", "-", given=MIXED)
    assert answer.code == 3
    shown = [re.match(r"line (\d+): (\w+): .", line) for line in answer.err.splitlines()]
    assert {int(found[1]): found[2] for found in shown if found} == REFUSED
    assert len(shown) == len(REFUSED)
    assert len(answer.out.splitlines()) == 1
    assert answer.out.startswith("4 created, 0 reused, ")
    assert "11 refused" in answer.out


def test_values_are_not_shown_in_refusals(cli: Run) -> None:
    answer = cli("ingest", "-", given='{"content":"x","importance":"classified"}\n{"content": classified}\n')
    assert answer.code == 3
    assert "classified" not in answer.err + answer.out


def test_repeating_changes_nothing(cli: Run) -> None:
    first = cli("ingest", "-", "--json", given=numbered(7))
    assert (first.code, first.document["created"]) == (0, 7)
    before = cli("stats", "--json").document
    second = cli("ingest", "-", "--json", given=numbered(7))
    assert second.code == 0
    assert second.document == {
        "created": 0, "reused": 7, "updated": 0, "linked": 0, "facts": 0, "ended": 0, "contradicted": 0,
        "mentions": 0, "refused": [],
    }  # fmt: skip
    assert cli("stats", "--json").document == before


def test_lines_keep_their_numbers_over_many_transactions(cli: Run) -> None:
    rows = numbered(250).splitlines()
    rows[120] = "{"
    rows[249] = '{"id": "e249", "content": ""}'
    answer = cli("ingest", "-", "--no-link", "--json", given="\n\n".join(rows))
    assert answer.code == 3
    assert answer.document["created"] == 248
    assert [refusal["line"] for refusal in answer.document["refused"]] == [241, 499]


def test_several_files_are_read_in_order_and_named(cli: Run, tmp_path: Path) -> None:
    one, two = tmp_path / "one.jsonl", tmp_path / "two.jsonl"
    one.write_text(lines({"id": "cause", "content": "it rained"}) + "oops\n")
    two.write_text(lines({"id": "effect", "content": "it is wet", "caused_by": ["cause"]}) + "\noops\n")
    answer = cli("ingest", str(one), str(two), "--json")
    assert answer.code == 3
    assert [(r["file"], r["line"]) for r in answer.document["refused"]] == [(str(one), 2), (str(two), 3)]
    assert cli("stats", "--json").document["caused_by"] == 1
    assert f"{two}, line 3: line: " in cli("ingest", str(one), str(two)).err


def test_an_empty_file_is_no_failure(cli: Run) -> None:
    answer = cli("ingest", "-", "--json", given="")
    assert (answer.code, answer.document["created"]) == (0, 0)


def test_times_without_zone_are_utc_when_told(cli: Run) -> None:
    row = {
        "id": "t", "content": "x", "occurred_at": "2026-01-01T00:00:00",
        "facts": [{"subject": "A", "predicate": "is", "object": "B", "valid_from": "2025-01-01"}],
    }  # fmt: skip
    assert cli("ingest", "-", given=lines(row)).code == 3
    answer = cli("ingest", "-", "--assume-utc", "--json", given=lines(row))
    assert (answer.code, answer.document["facts"]) == (0, 1)
    assert cli("get", "t", "--json").document["occurred_at"] == "2026-01-01T00:00:00Z"


def test_corpus_lines(cli: Run) -> None:
    row = {"id": "p1", "title": "Gdynia", "text": "A city.", "entities": ["Gdynia"], "at": "2026-01-01T00:00:00"}
    answer = cli("ingest", "-", "--format", "corpus", "--json", given=lines(row, {"id": "p2"}))
    assert answer.code == 3
    assert answer.document["created"] == 1
    assert [(r["line"], r["field"]) for r in answer.document["refused"]] == [(2, "text")]
    assert cli("get", "p1", "--json").document["content"] == "Gdynia\nA city."


def test_links_are_made_unless_told_otherwise(cli: Run, namespace: str) -> None:
    rows = lines(*({"content": f"the very same long thought about boats {i}"} for i in range(3)))
    assert cli("ingest", "-", "--no-link", "--json", given=rows).document["linked"] == 0
    linked = cli("ingest", "-", "--json", "--namespace", f"{namespace}-linked", given=rows)
    assert linked.document["linked"] == 3


def start(environment: dict[str, str], *args: str, **streams: Any) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-W", "error", "-m", "memgraph_svc", "ingest", *args]
    return subprocess.Popen(command, env=os.environ | environment, stdout=subprocess.PIPE, **streams)


def test_ctrl_c_ends_after_the_transaction_and_the_same_command_resumes(
    cli: Run, environment: dict[str, str], tmp_path: Path
) -> None:
    file = tmp_path / "many.jsonl"
    file.write_text(numbered(1_000))
    process = start(environment, str(file), "--no-link", "--json", stderr=subprocess.PIPE)
    deadline = time.monotonic() + 120
    while cli("stats", "--json").document["episodes"] == 0 and time.monotonic() < deadline:
        time.sleep(0.05)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=120)
    assert process.returncode == 130, err
    assert err.decode().startswith("error: interrupted")
    assert "again" in err.decode()
    assert len(err.splitlines()) == 1
    landed = json.loads(out)["created"]
    assert cli("stats", "--json").document["episodes"] == landed
    assert 0 < landed < 1_000
    rest = cli("ingest", str(file), "--no-link", "--json").document
    assert (rest["reused"], rest["created"]) == (landed, 1_000 - landed)


def test_ctrl_c_while_standard_input_is_silent_keeps_what_was_read(cli: Run, environment: dict[str, str]) -> None:
    process = start(environment, "-", "--json", stdin=subprocess.PIPE, stderr=subprocess.PIPE)
    assert process.stdin is not None
    process.stdin.write(numbered(102).encode())
    process.stdin.flush()
    deadline = time.monotonic() + 120
    while cli("stats", "--json").document["episodes"] < 100 and time.monotonic() < deadline:
        time.sleep(0.05)
    time.sleep(1)  # the last two lines are read and wait for more
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert process.returncode == 130, err
    assert json.loads(out)["created"] == 102
    assert cli("stats", "--json").document["episodes"] == 102


def test_a_person_at_a_terminal_sees_a_bar_on_standard_error_only(environment: dict[str, str], tmp_path: Path) -> None:
    file = tmp_path / "rows.jsonl"
    file.write_text(numbered(150) + "oops\n")
    seen = {args: at_terminal(environment, *args) for args in ((str(file),), (str(file), "--json"))}
    code, out, drawn = seen[str(file),]
    assert code == 3
    assert "ingesting" in drawn
    assert "rows" in drawn
    assert "line 151: line: " in drawn
    assert re.fullmatch(r"150 created, .*, 1 refused, in .* rows/s\)\n", out)
    code, out, drawn = seen[str(file), "--json"]
    assert (code, drawn) == (3, "")
    assert json.loads(out)["reused"] == 150


def at_terminal(environment: dict[str, str], *args: str) -> tuple[int, str, str]:
    """Exit status, standard output, and what a terminal gets on standard error."""
    ours, theirs = pty.openpty()
    process = start(environment | {"TERM": "xterm", "COLUMNS": "150"}, *args, stderr=theirs)
    os.close(theirs)
    drawn = b""
    while True:
        try:
            part = os.read(ours, 4096)
        except OSError:  # the other end is closed
            break
        if not part:
            break
        drawn += part
    os.close(ours)
    out, _ = process.communicate(timeout=120)
    return process.returncode, out.decode(), drawn.decode()


@pytest.mark.parametrize("size", [16 * 2**20 - 100, 16 * 2**20 + 100])
def test_an_over_long_line_spoils_only_itself(cli: Run, size: int) -> None:
    long = json.dumps({"id": "long", "content": "x", "metadata": {"text": ""}}).replace('""', f'"{"y" * size}"')
    answer = cli("ingest", "-", "--json", given=f"{long}\n" + lines({"id": "short", "content": "x"}))
    assert answer.code == 3
    assert answer.document["created"] == 1
    [refusal] = answer.document["refused"]
    assert (refusal["line"], refusal["field"]) == (1, "metadata" if size < 16 * 2**20 else "line")
