"""Terms of a text that are worth remembering, and what each is worth.

A memory is asked for numbers, dates, identifiers and names far more often than for common words. The worth of a term
follows its shape, since texts are read without a model; a longer word is a rarer one (Zipf) and says more.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from memgraph_svc.scoring.english import stem
from memgraph_svc.scoring.word_shapes import Shape, shape_of_word, written_words

if TYPE_CHECKING:
    from collections.abc import Set as AbstractSet

__all__ = ["is_specific", "salient_terms"]

_WORTH: Final = {
    Shape.NUMBER: 1.0,
    Shape.IDENTIFIER: 1.0,
    Shape.NAME: 0.8,
    Shape.CAPITALS: 0.7,
    Shape.DIGIT: 0.7,
    Shape.HUMPED: 0.6,
    Shape.COMPOUND: 0.4,
    Shape.OPAQUE: 0.3,
    Shape.LITTLE: 0.0,
}
_PER_LETTER: Final = 0.03
_MOST_LETTERS: Final = 10
_SPECIFIC: Final = 0.8


def salient_terms(text: str, names: AbstractSet[str] = frozenset()) -> dict[str, float]:
    """Return the terms of a text with their worth, above 0 and at most 1, in order of first use.

    Numbers, identifiers and names are terms as they are written, without regard to case; other words by their stem.

    Args:
        text: One sentence or line; time grows with its length.
        names: Names in lower case; one that begins a sentence, where a capital tells nothing, is known by them.
    """
    found: dict[str, float] = {}
    for written, initial in written_words(text):
        shape = shape_of_word(written, initial=initial)
        key = written.casefold()
        if shape is Shape.WORD and initial and written[0].isupper() and key in names:
            shape = Shape.NAME
        if shape is Shape.WORD:
            worth = _PER_LETTER * min(len(written), _MOST_LETTERS)
            key = stem(key)
        else:
            worth = _WORTH[shape]
        if worth > found.get(key, 0.0):
            found[key] = worth
    return found


def is_specific(worth: float) -> bool:
    """Whether a term of that worth names one thing: a number, an identifier or a name."""
    return worth >= _SPECIFIC
