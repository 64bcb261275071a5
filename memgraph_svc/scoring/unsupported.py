"""Guard against inventions: what a gist states and its source does not hold. It needs no model."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from memgraph_svc.scoring.english import stem
from memgraph_svc.scoring.word_shapes import Shape, shape_of_word, written_words

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["unsupported"]

_CHECKED: Final = frozenset(
    {Shape.NUMBER, Shape.DIGIT, Shape.OPAQUE, Shape.IDENTIFIER, Shape.HUMPED, Shape.CAPITALS, Shape.NAME}
)
_WHOLE: Final = frozenset({Shape.NUMBER, Shape.OPAQUE, Shape.IDENTIFIER})
_PARTS: Final = re.compile(r"\d+(?:[.,]\d+)*|[^\W\d_]+")
_ESCAPE: Final = re.compile(r"\\(?:u([0-9A-Fa-f]{4})|[nrt\"/\\])")
_THOUSANDS: Final = re.compile(r",(?=\d{3}(?!\d))")
_VERB_ENDINGS: Final = ("ed", "ing", "ly")


def unsupported(gist: str, source: str) -> list[str]:
    """Return the numbers, identifiers and names of a gist that do not occur in the source, in order, each once.

    Case does not matter. A number is its value, so 1,200.50 and 1200.5 are one; a name is checked word by word, also at
    the beginning of a sentence unless it looks like a verb or an adverb there. An identifier that is no word of the
    source has to be a part of one that begins and ends with whole words. Hyphens, and what a sentence says about what
    it names, are not checked.

    Args:
        gist: Text of a model.
        source: What it was made from; time grows with its length, times the length of the gist at worst.
    """
    source = f"{source}\n{_unescaped(source)}" if "\\" in source else source
    known: set[str] = set()
    stems: set[str] = set()
    for written, _ in written_words(source):
        lowered = written.casefold()
        known.add(lowered)
        stems.add(stem(lowered))
        for part in _parts(lowered):
            known.add(part)
            stems.add(stem(part))
    folded = source.casefold()
    missing: dict[str, None] = {}
    for written, initial in written_words(gist):
        shape = shape_of_word(written, initial=initial)
        if shape not in _CHECKED and not (initial and _may_be_name(written, shape)):
            continue
        lowered = written.casefold()
        if lowered in known or not _unknown(lowered, shape, known, stems, folded):
            continue
        missing[written] = None
    return list(missing)


def _unescaped(text: str) -> str:
    """The text with the escapes of JSON read, for a tool answers in JSON and a gist speaks of what it says."""
    return _ESCAPE.sub(lambda match: chr(int(match[1], 16)) if match[1] else " ", text)


def _may_be_name(written: str, shape: Shape) -> bool:
    return shape in (Shape.WORD, Shape.COMPOUND) and written[0].isupper() and not written.endswith(_VERB_ENDINGS)


def _unknown(word: str, shape: Shape, known: set[str], stems: set[str], source: str) -> bool:
    parts = list(_parts(word))
    if not all(part in known or stem(part) in stems for part in parts):
        return True
    if shape in _WHOLE and len(parts) > 1:
        return not _holds(source, word)
    return False


def _parts(word: str) -> Iterator[str]:
    for part in _PARTS.findall(word):
        yield _value(part) if part[0].isdigit() else part


def _value(number: str) -> str:
    plain = _THOUSANDS.sub("", number)
    return plain.rstrip("0").rstrip(".") or "0" if plain.count(".") == 1 else plain


def _holds(source: str, word: str) -> bool:
    """Whether the word stands in the source, neither beginning nor ending within a number or a word."""
    before, after = (r"\d" if sign.isdigit() else r"[^\W\d_]" for sign in (word[0], word[-1]))
    return re.search(f"(?<!{before}){re.escape(word)}(?!{after})", source) is not None
