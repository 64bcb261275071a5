"""Lines of logs, listings and source code without what all of them begin with."""

from __future__ import annotations

import re
from collections import Counter
from itertools import pairwise
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["without_numbering", "without_shared_start"]

_FEWEST: Final = 5
_MOST_COLUMNS: Final = 7
_SHARED: Final = 0.6
_NUMBERED: Final = re.compile(r"\s{0,12}(\d{1,9})(?:\s{1,4}|[:|]\s?)")
_CLOCK: Final = r"\d{1,2}:\d\d(?::\d\d(?:[.,]\d+)?)?"
_STAMP: Final = re.compile(rf"\[?(?:\d{{4}}-\d\d-\d\d(?:[T ]{_CLOCK}(?:Z|[+-]\d\d:?\d\d)?)?|{_CLOCK})\]?:?\Z")
_COUNTER: Final = re.compile(r"\[\d+\]")
_FIRST: Final = re.compile(r"\s*(\S{1,60})(?!\S)\s*")


def without_numbering(lines: Sequence[str]) -> list[str]:
    """Drop the number of each line where most begin with one that counts up, as source code is shown."""
    found = [_NUMBERED.match(line) for line in lines]
    numbers = [int(match[1]) for match in found if match]
    steps = sum(after == before + 1 for before, after in pairwise(numbers))
    if len(lines) < _FEWEST or steps < _SHARED * len(lines):
        return list(lines)
    return [line[match.end() :] if match else line for line, match in zip(lines, found, strict=True)]


def without_shared_start(lines: Sequence[str]) -> list[str]:
    """Drop first columns as long as most lines have the same there, or a time of day or a counter in brackets.

    A line that differs in a column keeps it and all that follows. Fewer than five lines are left as they are.
    """
    rest = list(lines)
    going = range(len(rest)) if len(rest) >= _FEWEST else range(0)
    for _ in range(_MOST_COLUMNS):
        first = {place: match for place in going if (match := _FIRST.match(rest[place]))}
        marks = {place: _mark(match[1]) for place, match in first.items()}
        commonest = Counter(marks.values()).most_common(1)
        if not commonest or commonest[0][1] < _SHARED * len(lines):
            break
        for place, match in first.items():
            if marks[place] == commonest[0][0]:
                rest[place] = rest[place][match.end() :]
    return rest


def _mark(word: str) -> str:
    return "a time" if _STAMP.match(word) else _COUNTER.sub("[]", word)
