"""Byte-pair encoding of one long piece in n log n steps."""

from __future__ import annotations

import heapq
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["count_merged"]

_NONE: Final = -1


def count_merged(piece: bytes, ranks: Mapping[bytes, int]) -> int:
    """Count the tokens of a piece: the pair of neighbours with the lowest rank is joined until no pair has a rank.

    Of equal ranks the leftmost comes first. The plain way looks at all pairs at each step, which takes minutes for a
    line of some 10,000 equal signs.

    Args:
        piece: Not empty.
        ranks: Rank of each token of the vocabulary; single bytes are all in it.
    """
    if piece in ranks:
        return 1
    size = len(piece)
    following = list(range(1, size + 1))  # for the start of each part, the start of the next one
    preceding = list(range(-1, size - 1))
    pair_ranks = [ranks.get(piece[start : start + 2], _NONE) for start in range(size)]
    pair_ranks[-1] = _NONE
    heap = [rank * size + start for start, rank in enumerate(pair_ranks) if rank != _NONE]
    heapq.heapify(heap)
    count = size
    while heap:
        rank, start = divmod(heapq.heappop(heap), size)
        if pair_ranks[start] != rank:
            continue  # one of the two has been joined to another since
        middle = following[start]
        end = following[start] = following[middle]
        pair_ranks[middle] = _NONE
        count -= 1
        if end < size:
            preceding[end] = start
        changed = [(start, following[end] if end < size else _NONE), (preceding[start], end)]
        for left, right in changed:
            if left < 0:
                continue
            joined = ranks.get(piece[left:right], _NONE) if right != _NONE else _NONE
            pair_ranks[left] = joined
            if joined != _NONE:
                heapq.heappush(heap, joined * size + left)
    return count
