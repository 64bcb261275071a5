"""What a word looks like: a number, an identifier, a name or a common word, by its letters and signs alone."""

from __future__ import annotations

import re
from enum import Enum
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from memgraph_svc.scoring.english import STOP_WORDS

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["Shape", "shape_of_word", "written_words"]

_SIGN: Final = r"[^\s,;|\"'`()\[\]{}<>=]"
_WORD: Final = re.compile(rf"{_SIGN}+(?:(?<=\d),\d{{3}}(?!\d){_SIGN}*)*")
_EDGES: Final = ".:!?*_~#-–—…“”‘’«»/\\+"
_INSIDE: Final = re.compile(r"\w[_./@+:]+\w")
_LONGEST: Final = 200
_OPAQUE_FROM: Final = 20

_LITTLE: Final = frozenset(
    """
    i you he she we me him us my your his her its our ours mine who whom whose which what where when why how all any
    both each some more most other so than too very can could would should may might shall do does did done am been
    being have has had having from up out off over about again here just also yes ok okay please let now thanks thank
    success succeeded status sent confirmed queued pending open file files changed wrote lines rows row good get got go
    goes going make made see want need i'll i'm i've we'll it's that's don't true false null none
    """.split()
)


class Shape(Enum):
    """What a word looks like."""

    NUMBER = "number"
    """Two signs or more with a digit among them: a number, a date, an identifier with a number."""
    DIGIT = "digit"
    """A single digit."""
    OPAQUE = "opaque"
    """So long and without a sign inside that it is a hash or a key, which nobody asks for."""
    IDENTIFIER = "identifier"
    """Words joined by signs, such as a path, an address or a variable."""
    HUMPED = "humped"
    """Capitals inside."""
    CAPITALS = "capitals"
    """Nothing but capitals."""
    NAME = "name"
    """A capital where none is needed."""
    COMPOUND = "compound"
    """Words joined by hyphens."""
    WORD = "word"
    LITTLE = "little"
    """A function word, or one that every tool says."""


def written_words(text: str) -> Iterator[tuple[str, bool]]:
    """Yield the words of a text without the punctuation around them, and whether each begins a sentence.

    Args:
        text: Any text; time grows with its length. A word of more than 200 signs is cut.
    """
    initial = True
    for match in _WORD.finditer(text):
        written = match[0].strip(_EDGES)[:_LONGEST]
        if written:
            yield written, initial
        initial = match[0].endswith((".", "!", "?", ":"))


@lru_cache(maxsize=65_536)
def shape_of_word(written: str, *, initial: bool) -> Shape:
    """Tell the shape of a word.

    Args:
        written: A word as :func:`written_words` gives it.
        initial: Whether it begins a sentence, where a capital tells nothing.
    """
    if any(sign.isdigit() for sign in written):
        if len(written) == 1:
            return Shape.DIGIT
        return Shape.OPAQUE if len(written) >= _OPAQUE_FROM and not _INSIDE.search(written) else Shape.NUMBER
    lowered = written.casefold()
    if lowered in STOP_WORDS or lowered in _LITTLE or not any(sign.isalpha() for sign in written):
        return Shape.LITTLE
    if _INSIDE.search(written):
        return Shape.IDENTIFIER
    return _of_letters(written, initial=initial)


def _of_letters(written: str, *, initial: bool) -> Shape:
    if written.isupper() and len(written) > 1:
        return Shape.CAPITALS
    if any(sign.isupper() for sign in written[1:]):
        return Shape.HUMPED
    if written[0].isupper() and not initial:
        return Shape.NAME
    return Shape.COMPOUND if "-" in written else Shape.WORD
