"""Several arms of a search as one ranked list.

Source: design, search; benchmarks: the sum of min-max scaled scores beats reciprocal rank fusion on conversations.
An arm maps an id to the score that it gave, higher is better; scores that are not finite count as not found.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final, NamedTuple

from memgraph_svc.errors import InvalidInputError

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

__all__ = ["Fused", "fuse", "hybrid", "min_max", "reciprocal_rank_fusion", "union_standard_first"]

_DECIMALS: Final = 12


class Fused(NamedTuple):
    """One hit of a fused list."""

    id: str
    score: float
    """0..1; 1 only for what is the best of every arm that has a weight."""
    arms: tuple[int, ...]
    """Positions of the arms that found it, the one in which it scored most first."""


def min_max(scores: Mapping[str, float], floor: float | None = None) -> dict[str, float]:
    """Scale scores to 0..1.

    Args:
        scores: Of one arm; those that are not finite are left out.
        floor: The score that becomes 0, for arms whose scale has a natural end; None takes the lowest score.

    Returns:
        All 1 where all scores are equal, and above the floor if there is one.
    """
    finite = {key: score for key, score in scores.items() if math.isfinite(score)}
    if not finite:
        return {}
    low = min(finite.values()) if floor is None else floor
    high = max(finite.values())
    if high <= low:
        return dict.fromkeys(finite, 1.0 if floor is None else 0.0)
    return {key: max(0.0, (score - low) / (high - low)) for key, score in finite.items()}


def fuse(
    arms: Sequence[Mapping[str, float]],
    weights: Sequence[float] | None = None,
    *,
    floors: Sequence[float | None] | None = None,
    ties_by_arm: bool = False,
) -> list[Fused]:
    """Add up the min-max scaled scores of several arms; what an arm did not find counts as 0 there.

    Args:
        arms: Arms in the order of their precedence.
        weights: One per arm, 0 or more; None weighs all alike.
        floors: One per arm, see ``min_max``.
        ties_by_arm: Put what an earlier arm found before what only later ones found when scores are equal.

    Returns:
        Best first; equal scores by smaller id.

    Raises:
        InvalidInputError: Weights or floors do not fit the arms, or a weight is negative or not finite.
    """
    ends = floors if floors is not None else [None] * len(arms)
    if len(ends) != len(arms):
        raise InvalidInputError("floors", "must be one per arm")
    return _added([min_max(arm, end) for arm, end in zip(arms, ends, strict=True)], weights, ties_by_arm=ties_by_arm)


def hybrid(
    dense: Mapping[str, float], fulltext: Mapping[str, float], weights: tuple[float, float] = (1.0, 1.0)
) -> list[Fused]:
    """Fuse cosines with BM25: min-max over the cosines found, and BM25 over its best, since no word in common is 0."""
    return fuse([dense, fulltext], weights, floors=[None, 0.0])


def reciprocal_rank_fusion(
    arms: Sequence[Mapping[str, float]],
    weights: Sequence[float] | None = None,
    *,
    k: float = 60.0,
    ties_by_arm: bool = False,
) -> list[Fused]:
    """Add up 1 / (k + rank) over the arms, scaled so that the first of every arm scores 1.

    Args:
        arms: Arms in the order of their precedence; equal scores within an arm are ranked by smaller id.
        weights: One per arm, 0 or more; None weighs all alike.
        k: 0 or more; the larger, the less the first ranks count.
        ties_by_arm: Put what an earlier arm found before what only later ones found when scores are equal.

    Raises:
        InvalidInputError: Weights do not fit the arms, or a weight or ``k`` is negative or not finite.
    """
    if not (math.isfinite(k) and k >= 0):
        raise InvalidInputError("k", "must be a finite number, 0 or more")
    ranked: list[dict[str, float]] = []
    for arm in arms:
        found = [key for key, score in arm.items() if math.isfinite(score)]
        found.sort(key=lambda key: (-arm[key], key))
        ranked.append({key: (k + 1) / (k + rank) for rank, key in enumerate(found, start=1)})
    return _added(ranked, weights, ties_by_arm=ties_by_arm)


def union_standard_first(standard: Iterable[str], added: Iterable[str]) -> list[str]:
    """Append what only the second list has to the first; each id once, at its first place."""
    return list(dict.fromkeys([*standard, *added]))


def _added(scaled: Sequence[Mapping[str, float]], weights: Sequence[float] | None, *, ties_by_arm: bool) -> list[Fused]:
    weighed = list(weights) if weights is not None else [1.0] * len(scaled)
    if len(weighed) != len(scaled) or not all(math.isfinite(weight) and weight >= 0 for weight in weighed):
        raise InvalidInputError("weights", "must be one finite number per arm, 0 or more")
    total = math.fsum(weighed) or 1.0
    fused: list[Fused] = []
    for key in dict.fromkeys(key for arm in scaled for key in arm):
        shares = {i: weighed[i] * arm[key] / total for i, arm in enumerate(scaled) if key in arm}
        # Scaling leaves noise in the last digits, which would decide between equals in place of the id or the arm.
        best_first = tuple(sorted(shares, key=lambda i: (-round(shares[i], _DECIMALS), i)))
        fused.append(Fused(key, min(1.0, round(math.fsum(shares.values()), _DECIMALS)), best_first))
    return sorted(fused, key=lambda hit: (-hit.score, min(hit.arms) if ties_by_arm else 0, hit.id))
