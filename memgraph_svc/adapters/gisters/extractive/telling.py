"""A bounded choice among very many lines or rows, before each is looked at closely."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final, TypeVar

from memgraph_svc.adapters.gisters.extractive.line_kinds import tells_trouble, template_of

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from memgraph_svc.adapters.gisters.extractive.spoken import Spoken

_Row = TypeVar("_Row")

__all__ = ["MOST", "most_telling_lines", "most_telling_rows"]

MOST: Final = 300
"""Most lines, rows or sentences of one turn that are looked at closely."""

_LONGEST: Final = 240


def most_telling_lines(lines: Sequence[str], spoken: Spoken) -> list[str]:
    """Return at most :data:`MOST` lines in their order: the first, what was spoken of, trouble, and rare templates.

    Args:
        lines: Lines of one turn.
        spoken: What the messages speak of.
    """
    if len(lines) <= MOST:
        return list(lines)
    short = [line[:_LONGEST] for line in lines]
    templates = [template_of(line) for line in short]
    alike = Counter(templates)

    def order(place: int) -> tuple[bool, bool, int, int]:
        line = short[place]
        return place > 0 and not spoken.mentions(line), not tells_trouble(line), alike[templates[place]], place

    return [lines[place] for place in sorted(sorted(range(len(lines)), key=order)[:MOST])]


def most_telling_rows(rows: Sequence[_Row], named: Callable[[_Row], bool]) -> list[_Row]:
    """Return at most :data:`MOST` rows in their order: those that were named, and the first.

    Args:
        rows: Rows of a list.
        named: Whether the messages speak of a row.
    """
    if len(rows) <= MOST:
        return list(rows)
    order = sorted(range(len(rows)), key=lambda place: (not named(rows[place]), place))
    return [rows[place] for place in sorted(order[:MOST])]
