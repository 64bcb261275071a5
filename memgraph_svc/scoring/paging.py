"""Cut a session into pages of about ten turns (ReadAgent, arXiv 2402.09727), each read and looked up as a whole."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from memgraph_svc.errors import InvalidInputError

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["TURNS_PER_PAGE", "paginate"]

TURNS_PER_PAGE: Final = 10
"""Turns of a page, more or less."""

_CALL: Final = "tool_call"
_RESULT: Final = "tool_result"
_FEWEST: Final = 2


def paginate(kinds: Sequence[str], size: int = TURNS_PER_PAGE) -> list[range]:
    """Return the places of the turns of each page, in order and without a gap.

    Pages are of about equal length. A result stays with its call, and so do calls made at once, unless so many follow
    each other that the page would become half as long again. No page has a single turn unless the session has.

    Args:
        kinds: Kind of each turn; ``tool_call`` and ``tool_result`` are kept together.
        size: Turns of a page, at least 2.

    Raises:
        InvalidInputError: ``size`` is below 2.
    """
    if size < _FEWEST:
        raise InvalidInputError("size", f"must be at least {_FEWEST}")
    count = len(kinds)
    pages = max(1, round(count / size))
    starts = [0]
    for number in range(1, pages):
        wanted = round(number * count / pages)
        lowest, highest = starts[-1] + _FEWEST, count - _FEWEST
        if lowest <= highest:
            starts.append(_nearest(kinds, min(max(wanted, lowest), highest), (lowest, highest), size // 2))
    return [range(start, end) for start, end in zip(starts, [*starts[1:], count], strict=True)] if count else []


def _nearest(kinds: Sequence[str], wanted: int, bounds: tuple[int, int], farthest: int) -> int:
    """The place nearest to the wanted one where a page may begin; the earlier one of two."""
    for distance in range(farthest + 1):
        for place in (wanted - distance, wanted + distance):
            if bounds[0] <= place <= bounds[1] and not _belongs_together(kinds[place - 1], kinds[place]):
                return place
    return wanted


def _belongs_together(before: str, after: str) -> bool:
    return (after == _RESULT and before in (_CALL, _RESULT)) or (after == before == _CALL)
