"""What kind of line a tool printed, told by comparing it with the other lines."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["heading_of", "is_code", "is_labelled", "shape_of", "single_spaced", "tells_trouble", "template_of"]

_TROUBLE: Final = re.compile(
    r"\b(?:error|fatal|critical|warn|warning|fail|failed|failure|exception|traceback|denied|refused|timeout|panic|"
    r"gave up|unable|cannot|missing|rejected|killed|conflict|full|accepted|blocked)\b",
    re.IGNORECASE,
)
_LABEL: Final = re.compile(r"(?:[-*#] )?[\w./()-]{2,24}(?: [\w./()-]{1,24}){0,4}: \S")
_CODE_SIGNS: Final = frozenset("(){};=")
_MANY_CODE_SIGNS: Final = 3
_NUMBER: Final = re.compile(r"\d+")
_COLUMN: Final = re.compile(r"[ \t]{0,80}[|\t][ \t]*|[ \t]{2,}")
_SIMPLE: Final = 2
_SMALLEST_TABLE: Final = 3


def single_spaced(line: str) -> str:
    """Return a line with one blank between the columns of a table."""
    return _COLUMN.sub(" ", line.strip()).strip()


def tells_trouble(line: str) -> bool:
    """Whether a line speaks of an error, a refusal or a warning."""
    return _TROUBLE.search(line) is not None


def is_labelled(line: str) -> bool:
    """Whether a line says what its value is, as in ``Owner: platform team``."""
    return _LABEL.match(line) is not None


def is_code(line: str) -> bool:
    """Whether a line has the signs of source code."""
    return sum(sign in _CODE_SIGNS for sign in line) >= _MANY_CODE_SIGNS


def template_of(line: str) -> str:
    """Return the line with its numbers masked; what a program prints again and again has one template."""
    return _NUMBER.sub("#", line)


def shape_of(line: str) -> str:
    """Return the sequence of words and numbers of a line, one sign for a run of each.

    Empty for a line of at most two runs: a label and its value, or a sentence.
    """
    shape: list[str] = []
    for word in line.split():
        sign = "n" if any(c.isdigit() for c in word) else "w"
        if not shape or shape[-1] != sign:
            shape.append(sign)
    return "".join(shape) if len(shape) > _SIMPLE else ""


def heading_of(lines: Sequence[str]) -> str:
    """Return the heading of a table: the first line, if it has no digit and as many columns as most lines below."""
    if len(lines) < _SMALLEST_TABLE or any(sign.isdigit() for sign in lines[0]):
        return ""
    columns = [len(_COLUMN.split(line.strip())) for line in lines]
    if columns[0] < _SIMPLE or sum(count >= columns[0] for count in columns[1:]) <= len(lines) // 2:
        return ""
    return single_spaced(lines[0])
