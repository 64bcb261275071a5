"""Figures of a retrieval run."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypedDict

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence

__all__ = ["Quality", "all_gold_at", "gold_ranks", "percentile", "quality", "recall_at"]


class Quality(TypedDict):
    """Percentages by number of hits looked at, such as ``{"recall": {"5": 63.4}, "all_gold": {"5": 35.0}}``."""

    recall: dict[str, float]
    all_gold: dict[str, float]


def recall_at(retrieved: Sequence[str], gold: Collection[str], k: int) -> float:
    """Share of the gold ids among the first k, 0..1; without gold ids nothing is missing, so 1."""
    wanted = set(gold)
    return len(wanted.intersection(retrieved[:k])) / len(wanted) if wanted else 1.0


def all_gold_at(retrieved: Sequence[str], gold: Collection[str], k: int) -> bool:
    """Whether every gold id is among the first k."""
    return set(gold) <= set(retrieved[:k])


def gold_ranks(retrieved: Sequence[str], gold: Iterable[str]) -> dict[str, int | None]:
    """Rank of each gold id, 1 for the first; None when it was not retrieved."""
    places: dict[str, int] = {}
    for place, episode_id in enumerate(retrieved, 1):
        places.setdefault(episode_id, place)
    return {episode_id: places.get(episode_id) for episode_id in gold}


def quality(runs: Sequence[tuple[Sequence[str], Collection[str]]], ks: Iterable[int]) -> Quality:
    """Mean recall, and share of questions with all their gold, in percent.

    Args:
        runs: (retrieved ids, gold ids) of each question, at least one.
        ks: Numbers of hits looked at.
    """
    numbers = sorted(set(ks))
    return Quality(
        recall={str(k): 100.0 * float(np.mean([recall_at(r, g, k) for r, g in runs])) for k in numbers},
        all_gold={str(k): 100.0 * float(np.mean([all_gold_at(r, g, k) for r, g in runs])) for k in numbers},
    )


def percentile(values: Sequence[float], percent: float) -> float:
    """Percentile of values, linear between the two nearest; 0 of none."""
    return float(np.percentile(values, percent)) if len(values) else 0.0
