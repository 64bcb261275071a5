"""Help is complete, has examples that parse, and is quick."""

from __future__ import annotations

import shlex
import subprocess
import sys
from importlib.metadata import version
from typing import TYPE_CHECKING

import pytest
from typer.main import get_command
from typer.testing import CliRunner

from memgraph_svc.interfaces.cli.app import COMMANDS, app

if TYPE_CHECKING:
    from pathlib import Path

NAMES = (
    "demo up down status migrate health stats settings add get search explain context why facts history assert retract "
    "declare entities merge ingest eval compress gist look-up crl"
).split()
SHARED = ("--namespace", "--uri", "--user", "--password-file", "--database", "--json")


def test_the_commands_have_their_fixed_names() -> None:
    assert list(get_command(app).commands) == NAMES == list(COMMANDS)


@pytest.mark.parametrize("name", ["", *NAMES])
def test_help_has_an_example(name: str) -> None:
    shown = CliRunner().invoke(app, [*([name] if name else []), "--help"])
    assert shown.exit_code == 0
    assert "Example: memgraph-svc" in shown.stdout
    assert shown.stderr == ""


@pytest.mark.parametrize("name", NAMES)
def test_every_command_takes_the_shared_options_and_describes_all_of_them(name: str) -> None:
    command = get_command(app).commands[name]
    options = {option: parameter for parameter in command.params for option in parameter.opts}
    assert set(SHARED) <= set(options)
    assert [option for option, parameter in options.items() if not parameter.help] == []


@pytest.mark.parametrize("name", NAMES)
def test_the_example_is_a_valid_use(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for file in ("episodes.jsonl", "corpus.jsonl", "queries.jsonl"):
        (tmp_path / file).touch()
    program, command, *args = shlex.split(COMMANDS[name][1])
    assert (program, command) == ("memgraph-svc", name)
    get_command(app).commands[name].make_context(name, args)


def test_without_arguments_the_help_is_shown() -> None:
    shown = CliRunner().invoke(app, [])
    assert shown.exit_code == 0
    assert "Example: memgraph-svc demo" in shown.stdout


def test_the_version_is_that_of_the_package() -> None:
    assert CliRunner().invoke(app, ["--version"]).stdout == f"memgraph-svc {version('memgraph-svc')}\n"


def test_help_loads_nothing_heavy() -> None:
    heavy = "neo4j graphdatascience numpy pandas onnxruntime tokenizers spacy memgraph_svc.settings".split()
    code = (
        "import sys, memgraph_svc.__main__ as m; sys.argv = ['memgraph-svc', 'search', '--help']\n"
        "try: m.main()\n"
        f"finally: print(sorted(set({heavy}) & set(sys.modules)), file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-W", "error", "-c", code], capture_output=True, text=True, check=True)
    assert done.stderr == "[]\n"
