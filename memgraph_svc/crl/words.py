"""The reserved words of a line: relations and qualifiers.

    rel  = [ "!" ] ( "=" | "<" | ">" | "+" | "^" | ":" ident )
    qual = "@" from [ ".." to ] | "?" confidence | "#" turn

The words of a line are what single blanks (U+0020) part; no other character parts them.
"""

from __future__ import annotations

import re
from typing import Final

from memgraph_svc.crl.lines import When
from memgraph_svc.errors import CRLError, InvalidInputError

__all__ = ["RELATION", "is_qualifier", "read_qualifier", "write_qualifiers"]

RELATION: Final = re.compile(r"(?<![^ ])!?(?:[=<>+^]|:[^ :]+)(?![^ ])")
"""A relation word anywhere in a line."""

_QUALIFIER: Final = re.compile(r"@.|\?[0-9.]|#[0-9]", re.DOTALL)
_CONFIDENCE: Final = re.compile(r"\?(0(?:\.[0-9]{1,2})?|1(?:\.0{1,2})?)")
_TURN: Final = re.compile(r"#(0|[1-9][0-9]{0,8})")


def is_qualifier(word: str) -> bool:
    """Whether a word at the end of a statement is read as a qualifier, be it a valid one or not."""
    return _QUALIFIER.match(word) is not None


def read_qualifier(word: str, line: int, column: int) -> tuple[str, When | float | int]:
    """Return the field of a statement that a qualifier sets, and its value.

    Raises:
        CRLError: It is none.
    """
    if word[:1] == "@":
        return "when", _read_when(word[1:], line, column)
    if word[:1] == "?":
        if found := _CONFIDENCE.fullmatch(word):
            return "confidence", float(found[1])
        raise CRLError("a confidence must be ? and a number of 0-1 with at most two decimals", line=line, column=column)
    if word[:1] == "#":
        if found := _TURN.fullmatch(word):
            return "turn", int(found[1])
        raise CRLError("a turn must be # and a whole number of at most nine digits", line=line, column=column)
    raise CRLError("only qualifiers (@ ? #) may follow a quoted object, after one blank each", line=line, column=column)


def _read_when(word: str, line: int, column: int) -> When:
    start, dots, end = word.partition("..")
    try:
        return When(start, end if dots else None)
    except InvalidInputError as error:
        raise CRLError(f"a time after @ {error.rule}", line=line, column=column) from None


def write_qualifiers(when: When | None, confidence: float | None, turn: int | None) -> str:
    """The qualifiers, each after a blank."""
    written = ""
    if when is not None:
        written += f" @{when.start}" if when.end is None else f" @{when.start}..{when.end}"
    if confidence is not None:
        written += " ?" + f"{abs(confidence):.2f}".rstrip("0").rstrip(".")
    return written if turn is None else f"{written} #{turn}"
