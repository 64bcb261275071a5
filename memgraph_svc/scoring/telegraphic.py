"""Telegraphic English: a sentence without the words that carry nothing, as in a headline.

Words are left out, none is changed or moved, so that every number, identifier and name stays as it was written.
"""

from __future__ import annotations

import re
from typing import Final

__all__ = ["telegraphic"]

_OPENING: Final = re.compile(
    r"(?:(?:ok|okay|sure|great|good|fine|done|understood|noted|right|agreed|thanks|thank you|perfect|all right|alright|"
    r"saved|well|also|and|but|so|then)\b[,.:;!]?\s+|"
    r"(?:please|can you|could you|would you|i would like you to|i want you to|it is|it was|there (?:is|are|was|were)|"
    r"i need to|we need to|one more thing,?|in addition,?|by the way,?)\s+)+",
    re.IGNORECASE,
)
_POINTERS: Final = "that this it which who what where there here they he she we you these those".split()
_COPULA: Final = "".join(rf"(?<!\b(?i:{word}) )" for word in _POINTERS) + r"(?:is|are|was|were|has been|have been)"
_FILLER: Final = re.compile(
    r"(?<![\w'’-])(?:[Tt]he|an|An|a|please|just|really|very|quite|actually|basically|simply|also|somewhat|rather|"
    rf"currently|already|indeed|of course|{_COPULA})\s+|,? please(?=[.!?]?\Z)"
)
_FIRST_A: Final = re.compile(r"A\s+(?=[a-z]{2})")
_ENGLISH: Final = re.compile(
    r"\b(?:the|of|and|to|is|are|for|with|it|be|this|that|you|from|at|by|not|has|have|please|i|there|on)\b",
    re.IGNORECASE,
)
_BLANKS: Final = re.compile(r"\s+")


def telegraphic(sentence: str, *, opens: bool = True) -> str:
    """Drop articles, filler, polite openings and most forms of ``be`` of an English sentence, and its full stop.

    A sentence without a common English word is left as it is, since ``a`` and ``an`` mean something else elsewhere.

    Args:
        sentence: One sentence or clause; runs of blanks become one.
        opens: Whether it begins a sentence; only there is an opening dropped.
    """
    text = _BLANKS.sub(" ", sentence).strip()
    if _ENGLISH.search(text):
        opening = _OPENING.match(text) if opens else None
        if opening is not None and opening.end() < len(text):
            text = text[opening.end() :]
        first = _FIRST_A.match(text)
        text = _FILLER.sub("", text[first.end() :] if first else text)
    return text[:-1] if text.endswith(".") and not text.endswith("..") else text
