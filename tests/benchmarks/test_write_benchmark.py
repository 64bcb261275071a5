"""The write benchmark runs at its small size; what does not depend on the machine's mood must hold."""

from __future__ import annotations

from typing import TYPE_CHECKING

from script_runs import small_run

if TYPE_CHECKING:
    from pathlib import Path

    from memgraph_svc.settings import Settings

TIMEOUT_SECONDS = 570


def test_the_small_size_keeps_everything_but_timings(server: Settings, source_root: Path) -> None:
    report = small_run(server, source_root, "write.py", timeout_seconds=TIMEOUT_SECONDS)
    figures = report["figures"]
    assert len([f for f in figures if f["timing"] and f["figure"] > 0]) == 4
    assert [f for f in figures if not f["timing"] and not f["met"]] == []
    assert 1.5 < report["links_per_episode"] < 5
