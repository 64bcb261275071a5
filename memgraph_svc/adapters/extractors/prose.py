"""Tell sentences from code, tables, logs and data, line by line: grammar has nothing to say on the latter."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Sequence

    from memgraph_svc.adapters.extractors.patterns import Span

__all__ = ["split_prose"]

_SIGNS: Final = frozenset('{}[]()<>=|\\;:"_/@#$%^*~+&0123456789')
_MOST_SIGNS: Final = 0.22
_DATA_START: Final = re.compile(
    r"\s*(?:\d+\s{2,})?(?:[{\[<|$>]|\d+[:|]|[-d][r-][w-][x-]|@\w+$"
    r"|(?:async\s+)?(?:def|class)\s+\w+\s*[(:]|from\s+\S+\s+import\b|import\s+[\w.]+\s*$)"
)
_FENCE: Final = re.compile(r"\s*(?:```|~~~)")
_MOST_OTHER: Final = 0.4


def split_prose(text: str, spans: Sequence[Span]) -> tuple[str, str]:
    """Return the text twice, character for character: with everything but prose blanked, and with the prose blanked.

    Args:
        text: Any text.
        spans: Its identifiers and the like; they do not count as signs of code.
    """
    plain = list(text)
    for span in spans:
        plain[span.start : span.end] = " " * (span.end - span.start)
    lines = text.splitlines(keepends=True)
    other: list[bool] = []
    position, fenced = 0, False
    for line in lines:
        fence = _FENCE.match(line) is not None
        fenced ^= fence
        other.append(fenced or fence or _is_other(line, "".join(plain[position : position + len(line)])))
        position += len(line)
    filled = [is_other for is_other, line in zip(other, lines, strict=True) if line.strip()]
    if len(filled) > 1 and sum(filled) > _MOST_OTHER * len(filled):
        other = [True] * len(lines)
    prose = "".join(_blank(line) if is_other else line for line, is_other in zip(lines, other, strict=True))
    rest = "".join(line if is_other else _blank(line) for line, is_other in zip(lines, other, strict=True))
    return prose, rest


def _is_other(line: str, plain: str) -> bool:
    filled = [character for character in plain if not character.isspace()]
    if not filled:
        return False
    if _DATA_START.match(line) and not line.rstrip().endswith((".", "!", "?")):
        return True
    return sum(character in _SIGNS for character in filled) > _MOST_SIGNS * len(filled)


def _blank(line: str) -> str:
    return "".join(character if character == "\n" else " " for character in line)
