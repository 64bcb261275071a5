"""The benchmark of gists runs at its small size; what it keeps does not depend on the machine's mood and must hold."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from script_runs import serverless_run

if TYPE_CHECKING:
    from pathlib import Path

TIMEOUT_SECONDS = 120


@pytest.fixture(scope="module")
def report(source_root: Path) -> dict[str, Any]:
    return serverless_run(source_root, "gist.py", timeout_seconds=TIMEOUT_SECONDS)


def test_a_fifth_of_the_tokens_keeps_what_was_said(report: dict[str, Any]) -> None:
    fifth = next(row for row in report["by_budget"] if row["budget"] == 0.2)
    assert fifth["reduction"] >= 0.8
    assert fifth["retention_said"] >= 0.95
    assert fifth["retention_with_one_page"] >= 0.97
    assert fifth["questions_tools_only"] / fifth["questions"] > 0.2
    assert fifth["retention_tools_only"] >= 0.35
    assert fifth["retention"] >= 0.8


def test_no_reduction_stands_without_its_retention_and_both_follow_the_budget(report: dict[str, Any]) -> None:
    rows = report["by_budget"]
    assert all(row["reduction"] >= 1 - row["budget"] for row in rows)
    assert [row["retention"] for row in rows] == sorted(row["retention"] for row in rows)
    named = [f for f in report["figures"] if "reduction" in f["name"] or "retention" in f["name"]]
    assert len(named) == 3 * len(rows)
    assert all("reduction" in figure["detail"] and "retention" in figure["detail"] for figure in named)


def test_notations_are_compared_at_one_retention(report: dict[str, Any]) -> None:
    notations = report["notations"]
    kept = {notation["retention"] for name, notation in notations.items() if name not in ("raw", "compact JSON")}
    assert len(kept) == 1
    share = {name: notation["share_of_raw_tokens"] for name, notation in notations.items()}
    assert share["raw"] == 1
    assert share["gist sentences"] < share["CRL"] < share["table with a head (TOON-like)"] < share["compact JSON"]
    assert share["CRL with a legend"] <= share["CRL"]
