"""The links that an insert makes for new episodes, given what the store says of their neighbourhood."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

__all__ = ["links_of_new"]


def links_of_new(
    new_ids: Sequence[str],
    vectors: NDArray[np.float32],
    stored: Mapping[str, Sequence[tuple[str, float, int]]],
    *,
    k: int,
    threshold: float,
) -> list[tuple[str, str, float]]:
    """Apply the link rule to new episodes: {a, b} are linked iff b is among the k nearest of a or a among those of b.

    A stored neighbour b has the new one among its k nearest iff fewer than k others are closer to it. All of those
    are linked to it by the same rule, so its stronger links, and the closer rows of this batch, tell.

    Args:
        new_ids: Ids of the new episodes.
        vectors: (n, dimension) float32 unit vectors of the new episodes.
        stored: For a new id its stored neighbours as (id, cosine, stronger links of that neighbour).
        k: Neighbours that an episode is linked to.
        threshold: Least cosine.

    Returns:
        (new id, other id, cosine), each pair once.
    """
    cosines = vectors @ vectors.T if len(new_ids) else np.zeros((0, 0), np.float32)
    near_stored: dict[str, list[float]] = {}
    for row in stored.values():
        for other, cosine, _ in row:
            near_stored.setdefault(other, []).append(cosine)
    links: dict[tuple[str, str], tuple[str, str, float]] = {}
    for i, new in enumerate(new_ids):
        batch = [
            (new_ids[j], float(cosines[i, j]), k)  # a row of the batch takes this one by its own turn
            for j in np.flatnonzero(cosines[i] >= threshold).tolist()
            if new_ids[j] != new
        ]
        ranked = sorted([*stored.get(new, ()), *batch], key=lambda c: (-c[1], c[0]))
        for rank, (other, cosine, stronger) in enumerate(ranked):
            closer = stronger + sum(c > cosine for c in near_stored.get(other, ()))
            if rank < k or closer < k:
                pair = (new, other) if new < other else (other, new)
                links.setdefault(pair, (new, other, cosine))
    return list(links.values())
