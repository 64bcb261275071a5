"""Running commands, in this process and in one of their own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from memgraph_svc.graph.graph import Graph
from memgraph_svc.interfaces.cli.app import app
from memgraph_svc.settings import Settings


@dataclass(frozen=True)
class Answer:
    """What a command did."""

    code: int
    out: str
    err: str

    @property
    def document(self) -> Any:
        """The one JSON document on standard output."""
        return json.loads(self.out)

    @property
    def error(self) -> str:
        """The one line on standard error."""
        lines = self.err.splitlines()
        assert len(lines) == 1, self.err
        assert lines[0].startswith("error: ")
        return lines[0]


Run = Callable[..., Answer]


def environment_of(server: Settings, namespace: str) -> dict[str, str]:
    """Variables that a command needs to work on the test server, with models that are not fetched."""
    assert server.neo4j_uri is not None
    assert server.neo4j_password is not None
    return {
        "MEMGRAPH_NEO4J_URI": server.neo4j_uri,
        "MEMGRAPH_NEO4J_USER": server.neo4j_user,
        "MEMGRAPH_NEO4J_PASSWORD": server.neo4j_password.get_secret_value(),
        "MEMGRAPH_NAMESPACE": namespace,
        "MEMGRAPH_EMBEDDER": "hashing",
        "MEMGRAPH_EXTRACTOR": "heuristic",
    }


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

    def run(*args: str, given: str | bytes | None = None, **variables: str) -> Answer:
        command = [sys.executable, "-W", "error", "-m", "memgraph_svc", *args]
        data = given.encode() if isinstance(given, str) else given
        done = subprocess.run(
            command, input=data, capture_output=True, check=False, timeout=300, cwd=tmp_path,
            env=os.environ | environment | variables,
        )  # fmt: skip
        return Answer(done.returncode, done.stdout.decode(), done.stderr.decode())

    return run
