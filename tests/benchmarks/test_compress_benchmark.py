"""The benchmark of compressing runs at its small size; what does not depend on the machine's mood must hold."""

from __future__ import annotations

from typing import TYPE_CHECKING

from script_runs import small_run

if TYPE_CHECKING:
    from pathlib import Path

    from memgraph_svc.settings import Settings

TIMEOUT_SECONDS = 300


def test_a_pass_goes_on_and_ends(server: Settings, source_root: Path) -> None:
    report = small_run(server, source_root, "compress.py", timeout_seconds=TIMEOUT_SECONDS)
    figures = report["figures"]
    assert [figure["name"] for figure in figures if not figure["timing"] and not figure["met"]] == []
    assert len([figure for figure in figures if figure["timing"]]) == 2
