"""The benchmark of searches runs at its small size; recall does not depend on the machine's mood and must hold."""

from __future__ import annotations

from typing import TYPE_CHECKING

from script_runs import small_run

if TYPE_CHECKING:
    from pathlib import Path

    from memgraph_svc.settings import Settings

TIMEOUT_SECONDS = 300


def test_recall_is_near_exact_under_filters(server: Settings, source_root: Path) -> None:
    report = small_run(server, source_root, "search.py", timeout_seconds=TIMEOUT_SECONDS)
    figures = report["figures"]
    assert len([f for f in figures if f["timing"] and f["figure"] > 0]) == 10
    assert len([f for f in figures if not f["timing"]]) == 8
    assert [f for f in figures if not f["timing"] and not f["met"]] == []
