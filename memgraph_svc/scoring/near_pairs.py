"""Pairs of rows that may be near: each pair of blocks is multiplied once, in float32, and little of it is kept."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

__all__ = ["iterate_pairs", "near_pairs"]

_ROWS: Final = 1_024
_COLUMNS: Final = 8_192
_MOST_PER_ROW: Final = 64
_FEWEST: Final = 2_000_000


def near_pairs(
    unit: NDArray[np.float32], first: int, k: int, threshold: float, room: float
) -> tuple[NDArray[np.intp], NDArray[np.intp]] | None:
    """Return every (row, neighbour) with the neighbour perhaps among the k nearest of the row and at the threshold.

    Args:
        unit: (n, d) float32 rows of length 1.
        first: Only the first so many rows can be a neighbour; all are rows.
        k: Nearest neighbours, at least 1.
        threshold: Least cosine.
        room: Bound on the error of a float32 cosine; what is near enough within it is returned too.

    Returns:
        Two (m,) arrays, in no order, or None where so many rows are almost equal that they would not fit: then a caller
        has to look closer. Time grows with n squared, memory with n.
    """
    n = len(unit)
    least = np.float32(threshold - room)
    floor = np.full(n, least, np.float32)
    most = max(_FEWEST, _MOST_PER_ROW * n)
    kept: list[tuple[NDArray[np.int32], NDArray[np.int32], NDArray[np.float32]]] = []
    held = 0
    for low, high, cosines in iterate_pairs(unit, first, float(least)):
        pairs = _directed(low, high, cosines, first, floor)
        kept.append(pairs)
        held += pairs[0].size
        if held > most:
            kept = [_pruned(kept, floor, k, room)]
            held = kept[0][0].size
            if held > most // 2:
                return None
    rows_, neighbors, _ = _pruned(kept, floor, k, room)
    return rows_.astype(np.intp), neighbors.astype(np.intp)


def iterate_pairs(
    unit: NDArray[np.float32], first: int, least: float
) -> Iterator[tuple[NDArray[np.intp], NDArray[np.intp], NDArray[np.float32]]]:
    """Yield, block by block, pairs low < high with their float32 cosine if it is at least ``least``.

    Args:
        unit: (n, d) float32 rows of length 1.
        first: One of the pair is among the first so many rows.
        least: Least cosine.
    """
    for start in range(0, first, _ROWS):
        rows = unit[start : min(start + _ROWS, first)]
        for begin in range(start, len(unit), _COLUMNS):
            cosines = rows @ unit[begin : begin + _COLUMNS].T
            found = np.flatnonzero(cosines >= np.float32(least))
            low, high = np.divmod(found, cosines.shape[1])
            low, high = low + start, high + begin
            upper = high > low
            yield low[upper], high[upper], cosines.ravel()[found[upper]]


def _directed(
    low: NDArray[np.intp], high: NDArray[np.intp], cosines: NDArray[np.float32], first: int, floor: NDArray[np.float32]
) -> tuple[NDArray[np.int32], NDArray[np.int32], NDArray[np.float32]]:
    """Both readings of each pair, without those that are already too far."""
    down = (high < first) & (cosines >= floor[low])
    up = cosines >= floor[high]
    return (
        np.concatenate([low[down], high[up]]).astype(np.int32),
        np.concatenate([high[down], low[up]]).astype(np.int32),
        np.concatenate([cosines[down], cosines[up]]),
    )


def _pruned(
    kept: list[tuple[NDArray[np.int32], NDArray[np.int32], NDArray[np.float32]]],
    floor: NDArray[np.float32],
    k: int,
    room: float,
) -> tuple[NDArray[np.int32], NDArray[np.int32], NDArray[np.float32]]:
    """Keep of each row what may be among its k nearest, and raise its floor to that."""
    if not kept:
        empty = np.empty(0, np.int32)
        return empty, empty, np.empty(0, np.float32)
    rows, neighbors, cosines = (np.concatenate(part) for part in zip(*kept, strict=True))
    order = np.lexsort((-cosines, rows))
    rows, neighbors, cosines = rows[order], neighbors[order], cosines[order]
    rank = np.arange(rows.size) - np.searchsorted(rows, rows)
    kth = rank == k - 1
    floor[rows[kth]] = np.maximum(floor[rows[kth]], cosines[kth] - np.float32(2 * room))
    near = cosines >= floor[rows]
    return rows[near], neighbors[near], cosines[near]
