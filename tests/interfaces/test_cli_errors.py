"""Wrong use and failures: one clear line, the right exit status, and a graph that is unchanged."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest
import typer
from typer.testing import CliRunner

from memgraph_svc.errors import ConfigurationError, InvalidInputError, MemgraphError
from memgraph_svc.interfaces.cli.group import CommandGroup, exit_status

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from cli_support import Run


def kinds(error: type[MemgraphError]) -> Iterator[type[MemgraphError]]:
    yield error
    for kind in error.__subclasses__():
        yield from kinds(kind)


@pytest.mark.parametrize("kind", list(kinds(MemgraphError)))
def test_every_error_has_an_exit_status(kind: type[MemgraphError]) -> None:
    error = kind("field", "rule") if kind is InvalidInputError else kind("what")
    assert exit_status(error) == (2 if kind is InvalidInputError else 1)


def failing(error: Exception) -> typer.Typer:
    app = typer.Typer(cls=CommandGroup, name="memgraph-svc", add_completion=False)

    @app.command("fail")
    def fail() -> None:
        raise error

    @app.command("other")
    def other() -> None: ...

    return app


def test_an_error_is_one_line_with_its_hint() -> None:
    shown = CliRunner().invoke(failing(ConfigurationError("no\nserver \x1b[31mruns", hint="start one")), ["fail"])
    assert (shown.exit_code, shown.stdout) == (1, "")
    assert shown.stderr == "error: no server [31mruns (start one)\n"


def test_a_fault_shows_its_place_and_neither_a_traceback_nor_its_text() -> None:
    shown = CliRunner().invoke(failing(ZeroDivisionError("content of somebody")), ["fail"])
    assert (shown.exit_code, shown.stdout) == (1, "")
    assert "unexpected ZeroDivisionError in test_cli_errors.py, line " in shown.stderr
    assert "somebody" not in shown.stderr
    assert len(shown.stderr.splitlines()) == 1


def test_a_fault_shows_its_traceback_where_it_is_asked_for() -> None:
    shown = CliRunner().invoke(failing(ZeroDivisionError("why")), ["fail"], env={"MEMGRAPH_TRACEBACK": "1"})
    assert isinstance(shown.exception, ZeroDivisionError)


@pytest.mark.parametrize(
    "args",
    [
        ["nope"],
        ["search"],
        ["search", "x", "--nope"],
        ["search", "x", "y"],
        ["search", "x", "--limit", "many"],
        ["search", "x", "--limit", "0"],
        ["search", "x", "--limit", "1001"],
        ["search", "x", "--mode", "wild"],
        ["search", "x", "--rank", "wild"],
        ["search", "x", "--kinds", "message,wild"],
        ["search", "x", "--kinds", ""],
        ["search", "x", "--session", "a b"],
        ["search", "x", "--conversation", ""],
        ["search", "x", "--from", "yesterday"],
        ["search", "x", "--from", "2026-01-02", "--to", "2026-01-01", "--assume-utc"],
        ["search", "x", "--to", "2026-01-01T00:00:00"],
        ["search", "x", "--as-of", "2026-13-01T00:00:00Z"],
        ["search", "x", "--known-at", "0"],
        ["search", "x", "--namespace", "a b"],
        ["search", "x", "--namespace", ""],
        ["search", " "],
        ["search", "x" * 10_001],
        ["search", "x", "--with-ppr", "--mode", "ppr"],
        ["explain", ""],
        ["explain", "x", "--id", "a b"],
        ["get"],
        ["get", "a b"],
        ["get", "x" * 129],
        ["add"],
        ["add", ""],
        ["add", "\u3000\u200b\n"],
        ["add", "a\x00b"],
        ["add", "x" * 1_000_001],
        ["add", "x", "--id", "a b"],
        ["add", "x", "--id", ""],
        ["add", "x", "--kind", "gossip"],
        ["add", "x", "--role", " "],
        ["add", "x", "--role", "two\nlines"],
        ["add", "x", "--session", "ä"],
        ["add", "x", "--conversation", "a b"],
        ["add", "x", "--turn", "1.5"],
        ["add", "x", "--turn", "-1", "--session", "s"],
        ["add", "x", "--occurred-at", "2026-01-01T00:00:00"],
        ["add", "x", "--occurred-at", "0000-01-01T00:00:00Z"],
        ["add", "x", "--importance", "0.9"],
        ["add", "x", "--importance", "10.1"],
        ["add", "x", "--importance", "nan"],
        ["add", "x", "--namespace", "x" * 129],
        ["stats", "--namespace", "a*"],
        ["stats", "--database"],
        ["stats", "--password-file", "missing"],
        ["stats", "surplus"],
        ["ingest"],
        ["ingest", "missing.jsonl"],
        ["ingest", "."],
        ["ingest", "-", "-"],
        ["ingest", "-", "--format", "csv"],
        ["eval", "--mode", "ppr"],
        ["eval", "--corpus", "missing", "--queries", "missing", "--mode", "ppr"],
        ["demo", "--browser"],
        ["up", "--profile", "huge"],
        ["up", "--port", "0"],
        ["up", "--port", "65536"],
    ],
    ids=lambda args: " ".join(args)[:40].encode("ascii", "replace").decode().replace("\x00", "NUL"),
)
def test_wrong_use_is_one_line_and_changes_nothing(
    cli: Run, args: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    before = cli("stats", "--json").document
    answer = cli(*args)
    assert answer.code == 2
    assert answer.out == ""
    assert answer.error
    assert cli("stats", "--json").document == before


@pytest.mark.parametrize(
    ("args", "code"),
    [
        (["get", "nobody"], 1),
        (["explain", "x", "--id", "nobody"], 1),
        (["stats", "--uri", "bolt://127.0.0.1:1"], 1),
        (["stats", "--uri", "nonsense"], 1),
        (["stats", "--user", "stranger"], 1),
        (["stats", "--database", "absent"], 1),
    ],
)
def test_failures_are_one_line(cli: Run, args: list[str], code: int) -> None:
    answer = cli(*args)
    assert (answer.code, answer.out) == (code, "")
    assert answer.error


def test_with_json_standard_output_stays_empty_on_failure(program: Run) -> None:
    for args, code in ((["search", "x", "--limit", "0"], 2), (["get", "nobody"], 1), (["nope"], 2)):
        answer = program(*args, "--json")
        assert (answer.code, answer.out) == (code, "")
        assert answer.error


def test_a_wrong_variable_is_named(cli: Run) -> None:
    answer = cli("stats", MEMGRAPH_POOL_SIZE="many")
    assert answer.code == 2
    assert answer.error.startswith("error: MEMGRAPH_POOL_SIZE: ")
    answer = cli("stats", MEMGRAPH_PPR__DAMPING_FACTOR="2")
    assert answer.code == 2
    assert answer.error.startswith("error: MEMGRAPH_PPR__DAMPING_FACTOR: ")


def test_another_embedder_than_that_of_the_store_is_refused_with_both_names(cli: Run) -> None:
    answer = cli("stats", MEMGRAPH_EMBEDDER="bge-small-en-v1.5-int8")
    assert answer.code == 1
    assert "hashing-256" in answer.error
    assert "bge-small" in answer.error


def test_without_a_server_the_command_that_starts_one_is_named(cli: Run, tmp_path: Path) -> None:
    answer = cli("stats", MEMGRAPH_NEO4J_URI=None, MEMGRAPH_HOME=str(tmp_path))
    assert answer.code == 1
    assert "memgraph-svc up" in answer.error


def test_an_embedder_that_does_not_exist_is_refused_with_the_known_ones(cli: Run) -> None:
    answer = cli("stats", MEMGRAPH_EMBEDDER="mine")
    assert answer.code == 1
    assert "hashing" in answer.error


def test_the_password_comes_from_a_file(cli: Run, environment: dict[str, str], tmp_path: Path) -> None:
    secret = tmp_path / "password"
    secret.write_text(f"{environment['MEMGRAPH_NEO4J_PASSWORD']}\n")
    assert cli("stats", "--password-file", str(secret), MEMGRAPH_NEO4J_PASSWORD="wrong").code == 0
    secret.write_text("")
    assert cli("stats", "--password-file", str(secret)).code == 2
    secret.write_bytes(b"\xff\xfe")
    assert cli("stats", "--password-file", str(secret)).code == 2
    secret.write_text("also wrong")
    answer = cli("stats", "--password-file", str(secret))
    assert answer.code == 1
    assert "also wrong" not in answer.error


def test_a_reader_that_goes_away_is_no_traceback(environment: dict[str, str]) -> None:
    command = [sys.executable, "-W", "error", "-m", "memgraph_svc", "settings"]
    read, write = os.pipe()
    os.close(read)
    done = subprocess.run(
        command, stdout=write, stderr=subprocess.PIPE, env=os.environ | environment, timeout=60, check=False
    )
    os.close(write)
    assert done.returncode == 1
    assert b"Traceback" not in done.stderr
    assert b"Exception" not in done.stderr
