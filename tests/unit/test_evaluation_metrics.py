"""Figures of a retrieval run."""

from __future__ import annotations

import pytest

from memgraph_svc.evaluation.metrics import all_gold_at, gold_ranks, percentile, quality, recall_at


@pytest.mark.parametrize(("k", "share"), [(1, 0.0), (2, 0.5), (3, 0.5), (4, 1.0), (10, 1.0)])
def test_recall_is_the_share_of_gold_among_the_first_k(k: int, share: float) -> None:
    retrieved = ["x", "a", "y", "b"]
    assert recall_at(retrieved, ["a", "b"], k) == share
    assert all_gold_at(retrieved, ["a", "b"], k) is (share == 1.0)


def test_gold_named_twice_counts_once_and_a_hit_named_twice_is_no_gain() -> None:
    assert recall_at(["a", "a"], ["a", "a", "b"], 2) == 0.5


def test_ranks_count_from_one_and_say_none_for_what_was_not_found() -> None:
    assert gold_ranks(["x", "a", "a"], ["a", "b"]) == {"a": 2, "b": None}


def test_quality_is_the_mean_over_questions_in_percent() -> None:
    runs = [(["a", "b"], ["a", "b"]), (["x", "c"], ["c", "d"])]
    assert quality(runs, (2, 1, 2)) == {
        "recall": {"1": 25.0, "2": 75.0},
        "all_gold": {"1": 0.0, "2": 50.0},
    }


def test_percentiles() -> None:
    assert percentile([3.0, 1.0, 2.0], 50) == 2.0
    assert percentile([0.0, 100.0], 95) == pytest.approx(95.0)
    assert percentile([], 50) == 0.0
