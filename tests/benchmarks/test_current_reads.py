"""The benchmark of reads of the present runs at its small size; hits of the database must not grow with the past."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

    from memgraph_svc.settings import Settings

TIMEOUT_SECONDS = 300


def test_the_past_costs_no_hits_of_the_database(server: Settings, source_root: Path) -> None:
    assert server.neo4j_uri is not None
    assert server.neo4j_password is not None
    environment = os.environ | {
        "MEMGRAPH_TEST_URI": server.neo4j_uri,
        "MEMGRAPH_TEST_USER": server.neo4j_user,
        "MEMGRAPH_TEST_PASSWORD": server.neo4j_password.get_secret_value(),
    }
    script = source_root / "tests" / "benchmarks" / "current_reads.py"
    done = subprocess.run(
        [sys.executable, str(script), "--size", "ci", "--json"],
        capture_output=True, text=True, timeout=TIMEOUT_SECONDS, check=False, env=environment,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr[-2000:]
    report = json.loads(done.stdout)
    figures = report["figures"]
    assert len([f for f in figures if f["timing"] and f["figure"] > 0]) == 6
    assert len([f for f in figures if not f["timing"]]) == 2
    assert [f for f in figures if not f["timing"] and not f["met"]] == []
