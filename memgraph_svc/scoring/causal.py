"""Paths over causes. This is retrieval over what was asserted: it proves no causation."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

__all__ = ["DAMPING", "ScoredPath", "best_paths", "longest_paths"]

DAMPING: Final = 0.8
"""What each hop costs, besides its confidence."""

ScoredPath = tuple[float, tuple[str, ...]]
"""Score in 0..1, and the causes from the nearest to the farthest."""


def best_paths(causes: Mapping[str, Mapping[str, float]], effect: str, *, hops: int) -> dict[str, ScoredPath]:
    """Find the best path from an effect to each of its causes within some hops.

    The score of a path is the product of its confidences, each times ``DAMPING``. Of equal scores the shorter path
    counts, then the first by ids. No episode stands on a path twice: going in a circle only lowers the score.

    Args:
        causes: Confidence of each cause of an effect, in 0..1.
        effect: Where to begin.
        hops: Causes in a row at most.

    Returns:
        The path of each cause, best first.
    """
    best: dict[str, ScoredPath] = {}
    reached: dict[str, ScoredPath] = {effect: (1.0, ())}
    for _ in range(hops):
        further: dict[str, ScoredPath] = {}
        for node, (score, path) in reached.items():
            for cause, confidence in causes.get(node, {}).items():
                found = (score * confidence * DAMPING, (*path, cause))
                known = further.get(cause) or best.get(cause)
                if cause != effect and (known is None or _order(found) < _order(known)):
                    further[cause] = found
        best |= further
        reached = further
    return dict(sorted(best.items(), key=lambda item: _order(item[1])))


def longest_paths(paths: Iterable[ScoredPath]) -> list[ScoredPath]:
    """Leave out each path that is the beginning of another one; the order stays."""
    kept = list(paths)
    beginnings = {path[:length] for _, path in kept for length in range(1, len(path))}
    return [(score, path) for score, path in kept if path not in beginnings]


def _order(found: ScoredPath) -> tuple[float, int, tuple[str, ...]]:
    score, path = found
    return (-score, len(path), path)
