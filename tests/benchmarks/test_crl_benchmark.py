"""The benchmark of Concept Relational Language runs at its small size; its contracts and its tokens must hold."""

from __future__ import annotations

from typing import TYPE_CHECKING

from script_runs import serverless_run

if TYPE_CHECKING:
    from pathlib import Path

TIMEOUT_SECONDS = 120


def test_the_contracts_hold_and_statements_are_short(source_root: Path) -> None:
    figures = serverless_run(source_root, "crl.py", timeout_seconds=TIMEOUT_SECONDS)["figures"]
    assert len([f for f in figures if f["name"].startswith("broken: ")]) == 5
    assert len([f for f in figures if f["timing"] and f["figure"] > 0]) == 2
    assert [f for f in figures if not f["timing"] and not f["met"]] == []
