"""Cosines, the link rule between episodes, and picking the best.

Source: design, link rule; the server's vector index gives ``(1 + cosine) / 2``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypeVar, cast

import numpy as np

from memgraph_svc.errors import InvalidInputError
from memgraph_svc.scoring.near_pairs import iterate_pairs, near_pairs

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import ArrayLike, NDArray

_Float = TypeVar("_Float", np.float32, np.float64)

__all__ = ["cosine_matrix", "iterate_near", "pairs_by_link_rule", "to_cosine", "top_k"]

_BLOCK_CELLS: Final = 4_000_000
_PAIRS_AT_ONCE: Final = 8_192
_DECIMALS: Final = 7
_FLOAT32_STEP: Final = 6e-8
_FLOAT64_ROOM: Final = 1e-11
_CROWD: Final = 8


def cosine_matrix(a: ArrayLike, b: ArrayLike) -> NDArray[np.float64]:
    """Return every cosine between the rows of two arrays.

    Args:
        a: (n, d).
        b: (m, d).

    Returns:
        (n, m) in -1..1; 0 for a row of zeros or with a number that is not finite.

    Raises:
        InvalidInputError: Not two-dimensional, or the widths differ.
    """
    left, right = (np.asarray(x, dtype=np.float64) for x in (a, b))
    if left.ndim != 2 or right.ndim != 2 or left.shape[1] != right.shape[1]:  # noqa: PLR2004
        raise InvalidInputError("vectors", "must be two arrays of rows of one width")
    return np.clip(_unit(left) @ _unit(right).T, -1.0, 1.0)


def to_cosine(index_score: float) -> float:
    """Turn the score of a vector index, 0..1, into the cosine, -1..1."""
    return min(1.0, max(-1.0, 2.0 * index_score - 1.0))


def top_k(scores: ArrayLike, ids: Sequence[str], k: int) -> list[int]:
    """Return the positions of the k best, best first; equal scores by smaller id.

    Args:
        scores: (n,); what is not a number is left out.
        ids: n distinct ids.
        k: Most positions to return; 0 or less gives none.

    Raises:
        InvalidInputError: Scores and ids differ in number.
    """
    values = np.asarray(scores, dtype=np.float64)
    if values.shape != (len(ids),):
        raise InvalidInputError("scores", "must be one number per id")
    usable = np.flatnonzero(~np.isnan(values))
    if 0 < k < usable.size:
        least = np.partition(values[usable], usable.size - k)[usable.size - k]
        usable = usable[values[usable] >= least]
    return sorted(cast("list[int]", usable.tolist()), key=lambda i: (-values[i], ids[i]))[: max(k, 0)]


def pairs_by_link_rule(
    ids: Sequence[str], vectors: NDArray[np.float32], k: int, threshold: float
) -> list[tuple[int, int, float]]:
    """Return every pair that the link rule links: exact, whatever the order of the rows.

    {a, b} is linked iff its cosine is at least the threshold and b is among the k nearest of a or a among those of b;
    equal cosines go by smaller id. A cosine meets the threshold at seven decimals, which is what float32 vectors carry.
    Time grows with n squared, memory with n.

    Args:
        ids: n distinct ids.
        vectors: (n, d) float32; a row of zeros or with a number that is not finite is linked to nothing.
        k: Nearest neighbours, at least 1.
        threshold: Least cosine, -1..1.

    Returns:
        (position, position, cosine) with the smaller position first, sorted.

    Raises:
        InvalidInputError: Ids repeat or do not fit the rows, or ``k`` or ``threshold`` is out of range.
    """
    matrix = np.asarray(vectors, dtype=np.float32)
    if matrix.ndim != 2 or len(matrix) != len(ids):  # noqa: PLR2004
        raise InvalidInputError("vectors", "must be one row per id")
    if len(set(ids)) != len(ids):
        raise InvalidInputError("ids", "must be distinct")
    if k < 1 or not -1.0 <= threshold <= 1.0:
        raise InvalidInputError("k" if k < 1 else "threshold", "must be at least 1" if k < 1 else "must be in -1..1")
    by_id = np.asarray(sorted(range(len(ids)), key=ids.__getitem__), dtype=np.intp)
    sound: NDArray[np.bool_] = np.isfinite(matrix).all(axis=1) & (matrix != 0).any(axis=1)
    by_id = by_id[sound[by_id]]
    ordered = matrix[by_id]
    linked: dict[tuple[int, int], float] = {}
    for row, column, cosine in _nearest(ordered, k, threshold):
        a, b = int(by_id[row]), int(by_id[column])
        linked[min(a, b), max(a, b)] = cosine
    return [(a, b, cosine) for (a, b), cosine in sorted(linked.items())]


def iterate_near(vectors: NDArray[np.float32], threshold: float) -> Iterator[tuple[int, int, float]]:
    """Yield (position, position, cosine) of every pair whose cosine reaches the threshold, smaller position first.

    Exact, at seven decimals; time grows with n squared, memory with n, whatever the number of pairs.

    Args:
        vectors: (n, d) float32; a row of zeros or with a number that is not finite is in no pair.
        threshold: Least cosine, -1..1.
    """
    matrix = np.asarray(vectors, dtype=np.float32)
    sound = np.flatnonzero(np.isfinite(matrix).all(axis=1) & (matrix != 0).any(axis=1))
    matrix = matrix[sound]
    for low, high, _ in iterate_pairs(_rough(matrix), len(matrix), threshold - _room(matrix)):
        exact = np.round(_exact(matrix, low, high), _DECIMALS)
        near = exact >= threshold
        yield from zip(sound[low[near]].tolist(), sound[high[near]].tolist(), exact[near].tolist(), strict=True)


def _nearest(matrix: NDArray[np.float32], k: int, threshold: float) -> Iterator[tuple[int, int, float]]:
    """Yield (row, neighbour, cosine) for the k nearest of each row; rows are in the order of their ids."""
    columns = _first_of_equals(matrix, k + 1)
    order = np.concatenate([columns, np.setdiff1d(np.arange(len(matrix)), columns)])
    found = near_pairs(_rough(matrix[order]), columns.size, k, threshold, _room(matrix))
    if found is None:
        yield from _nearest_of_crowd(matrix, columns, k, threshold)
    else:
        yield from _best(matrix, order[found[0]], order[found[1]], k, threshold)


def _best(
    matrix: NDArray[np.float32], rows: NDArray[np.intp], found: NDArray[np.intp], k: int, threshold: float
) -> Iterator[tuple[int, int, float]]:
    """Of candidates, (row, neighbour, cosine) of the k nearest of each row by their exact cosines."""
    exact = _exact(matrix, rows, found)
    order = np.lexsort((found, -exact, rows))
    rows, found, exact = rows[order], found[order], exact[order]
    rank = np.arange(rows.size) - np.searchsorted(rows, rows)
    shown = np.round(exact, _DECIMALS)
    kept = (rank < k) & (shown >= threshold)
    yield from zip(rows[kept].tolist(), found[kept].tolist(), shown[kept].tolist(), strict=True)


def _nearest_of_crowd(
    matrix: NDArray[np.float32], columns: NDArray[np.intp], k: int, threshold: float
) -> Iterator[tuple[int, int, float]]:
    """The same where very many rows are almost equal: row by row, with a closer look at the crowded ones."""
    place = np.full(len(matrix), -1, dtype=np.intp)
    place[columns] = np.arange(columns.size)
    unit = _unit(matrix.astype(np.float64))
    rough = unit.astype(np.float32)
    unit_columns, rough_columns = unit[columns], np.ascontiguousarray(rough[columns].T)
    block = max(1, _BLOCK_CELLS // max(1, columns.size))
    for start in range(0, len(matrix), block):
        cosines = rough[start : start + block] @ rough_columns
        own = place[start : start + block]
        cosines[np.flatnonzero(own >= 0), own[own >= 0]] = -np.inf
        rows, places = np.nonzero(_candidates(cosines, unit[start : start + block], unit_columns, k, threshold))
        yield from _best(matrix, rows + start, columns[places], k, threshold)


def _candidates(
    cosines: NDArray[np.float32],
    rows: NDArray[np.float64],
    columns: NDArray[np.float64],
    k: int,
    threshold: float,
) -> NDArray[np.bool_]:
    """Mark, in a block of rough cosines of rows and columns, all that may be among the k nearest of their row."""
    room = np.float32(_room(rows))
    candidate = cosines >= np.float32(threshold) - room
    crowded = np.flatnonzero(candidate.sum(axis=1) > k)
    if crowded.size:
        candidate[crowded] &= cosines[crowded] >= _kth(cosines[crowded], k) - 2 * room
    crowded = np.flatnonzero(candidate.sum(axis=1) > _CROWD * k)
    if crowded.size:  # many almost equal rows: look closer before each pair is looked at by itself
        closer = rows[crowded] @ columns.T
        closer[np.isneginf(cosines[crowded])] = -np.inf
        candidate[crowded] &= closer >= _kth(closer, k) - _FLOAT64_ROOM
    return candidate


def _kth(values: NDArray[_Float], k: int) -> NDArray[_Float]:
    place = values.shape[1] - k
    return np.partition(values, place, axis=1)[:, place : place + 1]


def _first_of_equals(matrix: NDArray[np.float32], most: int) -> NDArray[np.intp]:
    """Leave out later copies of one vector: with equal cosines the smaller ids win, so nobody can link to them."""
    seen: dict[bytes, int] = {}
    kept: list[int] = []
    for index, row in enumerate(matrix):
        key = row.tobytes()
        seen[key] = seen.get(key, 0) + 1
        if seen[key] <= most:
            kept.append(index)
    return np.asarray(kept, dtype=np.intp)


def _room(rows: NDArray[_Float]) -> float:
    """Bound on the error of a float32 cosine of such rows."""
    return rows.shape[1] * _FLOAT32_STEP + 1e-6


def _exact(matrix: NDArray[np.float32], rows: NDArray[np.intp], columns: NDArray[np.intp]) -> NDArray[np.float64]:
    """Cosine of each pair by one sum in one order, so that it does not depend on place, side or block."""
    cosines = np.empty(rows.size)
    if not rows.size:
        return cosines
    length = np.concatenate([_lengths(matrix[at].astype(np.float64)) for at in _slices(len(matrix))])
    for at in _slices(rows.size):
        a, b = (matrix[ends[at]].astype(np.float64) / length[ends[at]] for ends in (rows, columns))
        cosines[at] = (a * b).sum(axis=1)
    return np.clip(cosines, -1.0, 1.0)


def _rough(matrix: NDArray[np.float32]) -> NDArray[np.float32]:
    """Rows of length 1 in float32, made a block at a time."""
    rough = np.empty_like(matrix)
    for at in _slices(len(matrix)):
        rough[at] = _unit(matrix[at].astype(np.float64))
    return rough


def _slices(size: int) -> Iterator[slice]:
    return (slice(start, start + _PAIRS_AT_ONCE) for start in range(0, size, _PAIRS_AT_ONCE))


def _lengths(rows: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.sqrt((rows * rows).sum(axis=1, keepdims=True))


def _unit(rows: NDArray[np.float64]) -> NDArray[np.float64]:
    """Scale each row to length 1; rows that have no direction become zeros."""
    sound = np.where(np.isfinite(rows).all(axis=1, keepdims=True), rows, 0.0)
    length = _lengths(sound)
    return np.divide(sound, length, out=np.zeros_like(sound), where=length > 0)
