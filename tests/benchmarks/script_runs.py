"""Running a benchmark script at its small size against the server of the tests."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from memgraph_svc.settings import Settings


def small_run(
    server: Settings,
    source_root: Path,
    script: str,
    *,
    timeout_seconds: int,
    arguments: Sequence[str] = ("--size", "ci"),
) -> dict[str, Any]:
    """Return the report of a script of this folder."""
    assert server.neo4j_uri is not None
    assert server.neo4j_password is not None
    variables = {
        "MEMGRAPH_TEST_URI": server.neo4j_uri,
        "MEMGRAPH_TEST_USER": server.neo4j_user,
        "MEMGRAPH_TEST_PASSWORD": server.neo4j_password.get_secret_value(),
    }
    return serverless_run(
        source_root, script, timeout_seconds=timeout_seconds, arguments=arguments, variables=variables
    )


def serverless_run(
    source_root: Path,
    script: str,
    *,
    timeout_seconds: int,
    arguments: Sequence[str] = ("--size", "ci"),
    variables: Mapping[str, str] | None = None,
) -> dict[str, Any]:
    """Return the report of a script of this folder that is told of no server, or of one by variables."""
    done = subprocess.run(
        [sys.executable, str(source_root / "tests" / "benchmarks" / script), *arguments, "--json"],
        capture_output=True, text=True, timeout=timeout_seconds, check=False, env=os.environ | (variables or {}),
    )  # fmt: skip
    assert done.returncode == 0, done.stderr[-2000:]
    return json.loads(done.stdout)
