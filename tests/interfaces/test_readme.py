"""Every command and every program of the README runs."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import uuid
from typing import TYPE_CHECKING

import pytest
from cli_support import environment_of
from readme_support import README, Block, commands_of, read_blocks, runnable

from memgraph_svc.interfaces.cli.app import COMMANDS

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from memgraph_svc.graph.graph import Graph
    from memgraph_svc.settings import Settings

SHELLS = ("console", "bash", "sh", "shell")
SHELL = [block for block in read_blocks(*SHELLS) if runnable(block)]
PROGRAMS = read_blocks("python")
SAMPLES = {
    "episodes.jsonl": '{"id": "sample", "content": "Ingrid Falkenberg joined team Kestrel", "session": "s1"}\n',
    "corpus.jsonl": '{"id": "p1", "title": "Gdynia", "text": "Gdynia is a city by the sea."}\n',
    "queries.jsonl": '{"id": "q1", "question": "Which city is by the sea?", "gold_ids": ["p1"]}\n',
}


def place(block: Block) -> str:
    return f"line-{block.line}"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a sample of every file that the README names."""
    folder = tmp_path_factory.mktemp("readme")
    for name, text in SAMPLES.items():
        (folder / name).write_text(text)
    return folder


@pytest.fixture(scope="module")
def variables(server: Settings, graph: Graph, folder: Path) -> Iterator[dict[str, str]]:
    """Environment in which ``memgraph-svc`` is this package and works on the test server; the demo has been loaded."""
    del graph
    bin_folder = folder / "bin"
    bin_folder.mkdir()
    program = bin_folder / "memgraph-svc"
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m memgraph_svc "$@"\n')
    program.chmod(0o755)
    variables = os.environ | environment_of(server, f"t-readme-{uuid.uuid4().hex[:8]}")
    variables |= {
        "MEMGRAPH_HOME": str(folder / "home"),
        "PATH": os.pathsep.join([str(bin_folder), os.path.dirname(sys.executable), os.environ["PATH"]]),
    }
    run("memgraph-svc demo", variables, folder)
    yield variables
    run("memgraph-svc down", variables, folder)


def run(script: str, variables: dict[str, str], folder: Path) -> None:
    command = ["bash", "-eu", "-o", "pipefail", "-c", script]
    done = subprocess.run(
        command, env=variables, cwd=folder, capture_output=True, text=True, check=False, timeout=540,
        stdin=subprocess.DEVNULL,
    )  # fmt: skip
    assert done.returncode == 0, f"{script}\n{done.stdout}{done.stderr}"


def test_what_the_readme_names_exists_and_what_it_must_show_is_there() -> None:
    named = commands_of(" ".join(re.findall(r"`+[^`]*`+", README.read_text("utf-8"))))
    assert named <= set(COMMANDS)
    shown = {name for block in SHELL for name in commands_of(runnable(block))}
    assert shown == {
        name for block in read_blocks("console", "bash", "sh", "shell") for name in commands_of(block.text)
    }
    assert {"demo", "search"} <= shown
    assert PROGRAMS


@pytest.mark.parametrize("block", SHELL, ids=place)
def test_commands_run(block: Block, variables: dict[str, str], folder: Path) -> None:
    run(runnable(block), variables, folder)


@pytest.mark.parametrize("block", PROGRAMS, ids=place)
def test_programs_run(block: Block, variables: dict[str, str], folder: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", block.text],
        env=variables,
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
        timeout=540,
    )
    assert done.returncode == 0, done.stderr
