"""The benchmark of reads of the present runs at its small size; hits of the database must not grow with the past."""

from __future__ import annotations

from typing import TYPE_CHECKING

from script_runs import small_run

if TYPE_CHECKING:
    from pathlib import Path

    from memgraph_svc.settings import Settings

TIMEOUT_SECONDS = 300


def test_the_past_costs_no_hits_of_the_database(server: Settings, source_root: Path) -> None:
    report = small_run(server, source_root, "current_reads.py", timeout_seconds=TIMEOUT_SECONDS)
    figures = report["figures"]
    assert len([f for f in figures if f["timing"] and f["figure"] > 0]) == 6
    assert len([f for f in figures if not f["timing"]]) == 2
    assert [f for f in figures if not f["timing"] and not f["met"]] == []
