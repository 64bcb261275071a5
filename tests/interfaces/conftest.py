"""Running commands, in this process and in one of their own."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest
from cli_support import Answer, Run, environment_of
from typer.testing import CliRunner

from memgraph_svc.interfaces.cli.app import app

if TYPE_CHECKING:
    from pathlib import Path

    from memgraph_svc.graph.graph import Graph
    from memgraph_svc.settings import Settings

# all are errors but one: a server that was started outlives the command, as it should
WARNINGS = ("-W", "error", "-W", "ignore:subprocess:ResourceWarning")


@pytest.fixture
def environment(server: Settings, graph: Graph, namespace: str) -> dict[str, str]:
    """Environment for commands on a namespace of the test's own; the store is migrated."""
    return environment_of(server, namespace)


@pytest.fixture
def cli(environment: dict[str, str]) -> Run:
    """Runs a command in this process."""

    def run(*args: str, given: str | bytes | None = None, **variables: str | None) -> Answer:
        result = CliRunner().invoke(app, list(args), input=given, env=environment | variables)
        if result.exception is not None and not isinstance(result.exception, SystemExit):
            raise result.exception
        return Answer(result.exit_code, result.stdout, result.stderr)

    return run


@pytest.fixture
def program(environment: dict[str, str], tmp_path: Path) -> Run:
    """Runs a command in a process of its own, with warnings as errors."""

    def run(*args: str, given: str | bytes | None = None, **variables: str | None) -> Answer:
        given_environment = os.environ | environment | variables
        done = subprocess.run(
            [sys.executable, *WARNINGS, "-m", "memgraph_svc", *args],
            input=given.encode() if isinstance(given, str) else given,
            capture_output=True,
            check=False,
            timeout=300,
            cwd=tmp_path,
            env={name: value for name, value in given_environment.items() if value is not None},
        )
        return Answer(done.returncode, done.stdout.decode(), done.stderr.decode())

    return run
