"""The benchmark of walks runs at its small size; what does not depend on the machine's mood must hold."""

from __future__ import annotations

from typing import TYPE_CHECKING

from script_runs import small_run

if TYPE_CHECKING:
    from pathlib import Path

    from memgraph_svc.settings import Settings

TIMEOUT_SECONDS = 570


def test_first_hits_are_exact_and_every_search_sees_every_write(server: Settings, source_root: Path) -> None:
    report = small_run(server, source_root, "ppr.py", timeout_seconds=TIMEOUT_SECONDS)
    figures = report["figures"]
    assert len([f for f in figures if f["timing"] and f["figure"] > 0]) == 9
    assert [f for f in figures if not f["timing"] and not f["met"]] == []
    assert report["8 readers and 8 writers"]["writes"] == 16
