"""Cutting a text that is too long."""

from __future__ import annotations

import re
from bisect import bisect_right
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["CUT", "cut_at_word"]

CUT: Final = " …"
"""Marks where a text was cut."""

_WORD_END: Final = re.compile(r"(?<=\S)(?=\s|\Z)")


def cut_at_word(text: str, fits: Callable[[str], bool]) -> str:
    """Return the text if it fits, else as many of its first words as fit with the mark; empty when none does.

    A first word that is too long by itself is cut within. What is returned fits always, whatever ``fits`` measures;
    that it is the longest such text is sure only where a longer text never measures less.

    Args:
        text: Text to cut.
        fits: Whether a text is short enough.
    """
    if fits(text):
        return text
    ends = [found.start() for found in _WORD_END.finditer(text)][:-1]
    return _longest(text, ends, fits) or _longest(text, range(1, ends[0] if ends else len(text)), fits)


def _longest(text: str, ends: list[int] | range, fits: Callable[[str], bool]) -> str:
    place = bisect_right(ends, False, key=lambda end: not fits(text[:end] + CUT))
    while place and not fits(text[: ends[place - 1]] + CUT):
        place -= 1
    return text[: ends[place - 1]] + CUT if place else ""
