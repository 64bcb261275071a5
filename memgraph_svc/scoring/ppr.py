"""Personalised PageRank in numpy: the reference for what the server computes.

Source: pi = (1-d) v + d P^T pi with d the chance to follow an edge and P the weights with rows that sum to 1
(memory theory, formula vi; HippoRAG, section 2; benchmarks, exact scores).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from memgraph_svc.errors import InvalidInputError

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

__all__ = ["gds_equivalent", "personalized_pagerank"]


class _Steps(NamedTuple):
    source: NDArray[np.intp]
    target: NDArray[np.intp]
    chance: NDArray[np.float64]
    stuck: NDArray[np.bool_]

    def follow(self, mass: NDArray[np.float64]) -> NDArray[np.float64]:
        moved = mass[self.source] * self.chance
        return np.asarray(np.bincount(self.target, weights=moved, minlength=mass.size), dtype=np.float64)


def personalized_pagerank(
    edges: ArrayLike,
    weights: ArrayLike,
    seeds: ArrayLike,
    damping: float = 0.5,
    *,
    iterations: int = 100,
    tolerance: float = 1e-9,
    undirected: bool = True,
) -> NDArray[np.float64]:
    """Return the share of time that a walker spends at each node who goes back to a seed now and then.

    Args:
        edges: (m, 2) ints in 0..n-1; parallel edges add up, an undirected loop counts twice.
        weights: (m,), finite, 0 or more.
        seeds: (n,); only the ratio counts, negatives and NaN count as 0.
        damping: Chance to follow an edge, 0 <= damping < 1.
        iterations: Most rounds.
        tolerance: End when the scores change by less than this in sum.
        undirected: Follow edges both ways.

    Returns:
        (n,), sums to 1: what reaches a node without an edge to follow goes back to the seeds. All zeros where no seed
        is above 0, never a global rank.

    Raises:
        InvalidInputError: Shapes or ranges as above are not kept.
    """
    restart = _seed_mass(seeds)
    steps = _steps(edges, weights, restart.size, undirected=undirected)
    _check(damping, iterations, tolerance)
    if not restart.any():
        return restart
    restart /= restart.sum()
    scores = restart
    for _ in range(iterations):
        lost = scores[steps.stuck].sum()
        following = (1.0 - damping + damping * lost) * restart + damping * steps.follow(scores)
        change = np.abs(following - scores).sum()
        scores = following
        if change < tolerance:
            break
    return scores / scores.sum()


def gds_equivalent(
    edges: ArrayLike,
    weights: ArrayLike,
    seeds: ArrayLike,
    damping: float = 0.5,
    *,
    iterations: int = 20,
    tolerance: float = 1e-7,
    undirected: bool = True,
) -> NDArray[np.float64]:
    """Return the scores of ``gds.pageRank`` with ``[node, bias]`` source nodes, score by score.

    The server starts each source with (1-d) * bias and spreads in each round what a node gained in the round before;
    the start is the first of ``iterations`` rounds. Gains of at most ``tolerance`` are kept but not spread, and what
    reaches a node without an edge to follow is lost. So scores are linear in the biases up to the tolerance, and their
    sum stays below that of the biases. Where no node is a dead end, ``scores / scores.sum()`` tends to
    ``personalized_pagerank`` with more iterations.

    Args:
        edges: (m, 2) ints in 0..n-1.
        weights: (m,), finite, 0 or more.
        seeds: (n,) biases; negatives and NaN count as 0.
        damping: ``dampingFactor``.
        iterations: ``maxIterations``.
        tolerance: ``tolerance``.
        undirected: Whether the projection is undirected.

    Returns:
        (n,), all zeros where no seed is above 0.

    Raises:
        InvalidInputError: Shapes or ranges as above are not kept.
    """
    gained = _seed_mass(seeds)
    steps = _steps(edges, weights, gained.size, undirected=undirected)
    _check(damping, iterations, tolerance)
    gained *= 1.0 - damping
    scores = gained.copy()
    for _ in range(iterations - 1):
        gained = damping * steps.follow(gained)
        scores += gained
        gained = np.where(gained > tolerance, gained, 0.0)
        if not gained.any():
            break
    return scores


def _seed_mass(seeds: ArrayLike) -> NDArray[np.float64]:
    given = np.array(seeds, dtype=np.float64)
    if given.ndim != 1 or np.isposinf(given).any():
        raise InvalidInputError("seeds", "must be one number per node, none of them infinite")
    return np.where(given > 0, given, 0.0)


def _steps(edges: ArrayLike, weights: ArrayLike, n: int, *, undirected: bool) -> _Steps:
    ends = np.asarray(edges, dtype=np.intp).reshape(-1, 2)
    weighed = np.asarray(weights, dtype=np.float64)
    if weighed.shape != (len(ends),) or not np.isfinite(weighed).all() or (weighed < 0).any():
        raise InvalidInputError("weights", "must be one finite number per edge, 0 or more")
    if ends.size and (ends.min() < 0 or ends.max() >= n):
        raise InvalidInputError("edges", "must name nodes between 0 and one below the number of seeds")
    source, target = ends[:, 0], ends[:, 1]
    if undirected:
        source, target = np.concatenate([source, target]), np.concatenate([target, source])
        weighed = np.concatenate([weighed, weighed])
    leaving = np.bincount(source, weights=weighed, minlength=n)
    total = leaving[source]
    return _Steps(source, target, np.divide(weighed, total, out=np.zeros_like(weighed), where=total > 0), leaving == 0)


def _check(damping: float, iterations: int, tolerance: float) -> None:
    if not 0.0 <= damping < 1.0:
        raise InvalidInputError("damping", "must be at least 0 and below 1")
    if iterations < 1:
        raise InvalidInputError("iterations", "must be at least 1")
    if not tolerance >= 0:
        raise InvalidInputError("tolerance", "must be 0 or more")
