"""Pieces of turns, of which a gist is made."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["LONGEST", "Piece", "readable"]

LONGEST: Final = 240
"""Most signs of a piece; a longer line is cut at blanks."""

_LONGEST_WORD: Final = 100
_UNREADABLE: Final = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\ufffd\s]+")


@dataclass(frozen=True, slots=True)
class Piece:
    """What is kept or left out as a whole.

    Args:
        text: Readable text in one line, as it would stand in the gist.
        worth: Factor on the worth of its terms; 1 is a plain sentence of a message.
        opening: What is written once before the pieces of the turn with this opening, such as the name of a tool or the
            heading of a table; empty when a piece needs nothing before it.
        label: Name of the value that the text begins with; it is no news by itself.
        row: Whether it is one of many of its kind, such as a row of a table.
        comma: Whether pieces are joined by commas, else they are sentences.
        continues: Whether it is the next clause of the sentence that the piece before it belongs to.
    """

    text: str
    worth: float
    opening: str = ""
    label: str = ""
    row: bool = False
    comma: bool = False
    continues: bool = False


def readable(text: str) -> Iterator[str]:
    """Yield a line as one or more texts of at most :data:`LONGEST` signs, without control signs and endless words.

    A text of at most that length is yielded as it is but for its blanks.
    """
    plain = _UNREADABLE.sub(" ", text).strip()
    if len(plain) <= LONGEST:
        if plain:
            yield plain
        return
    words: list[str] = []
    length = 0
    for word in plain.split(" "):
        if len(word) > _LONGEST_WORD:
            continue
        if length + len(word) >= LONGEST:
            yield " ".join(words)
            words, length = [], 0
        words.append(word)
        length += len(word) + 1
    if words:
        yield " ".join(words)
