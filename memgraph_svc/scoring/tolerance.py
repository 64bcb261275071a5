"""How small a gain of PageRank may be before it is no longer passed on."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from memgraph_svc.errors import InvalidInputError

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["Source", "absolute_tolerance"]

_TOP: Final = 10


class Source(NamedTuple):
    """A seed as the walk sees it: its share of all seeds, its weighted degree, its neighbours, and if it is a hit."""

    share: float
    degree: float
    neighbors: int
    is_hit: bool


def absolute_tolerance(sources: Iterable[Source], damping: float, tolerance: float, *, top: int = _TOP) -> float:
    """Return the gain below which the first ``top`` hits no longer change their places.

    What a seed keeps is (1-d) times its share, what each neighbour of it gains is d times that over its degree. The
    ``top``-th largest of these is about the score of the last hit that matters: small where hubs seed, whose neighbours
    share what little each gets, and large where few nodes do. Gains that are small beside it are not worth passing on;
    times 1-d, for a gain that is passed on gives 1/(1-d) of itself in all.

    Args:
        sources: Seeds; a share of 0 or less counts nothing.
        damping: Chance to follow an edge, 0 <= damping < 1.
        tolerance: Share of that score; 0 passes everything on.
        top: Hits that matter, 1 or more.

    Raises:
        InvalidInputError: Ranges as above are not kept.
    """
    if not 0.0 <= damping < 1.0:
        raise InvalidInputError("damping", "must be at least 0 and below 1")
    if not tolerance >= 0:
        raise InvalidInputError("tolerance", "must be 0 or more")
    if top < 1:
        raise InvalidInputError("top", "must be 1 or more")
    scores: list[tuple[float, int]] = []
    for source in sources:
        kept = (1.0 - damping) * source.share
        if kept > 0 and source.is_hit:
            scores.append((kept, 1))
        if kept > 0 and source.degree > 0:
            scores.append((damping * kept / source.degree, source.neighbors))
    last, places = 0.0, 0
    for score, count in sorted(scores, reverse=True):
        if places >= top:
            break
        last, places = score, places + count
    return tolerance * (1.0 - damping) * last
