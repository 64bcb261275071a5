"""Bounds on what an extractor looks at, so that no text takes it more than seconds."""

from __future__ import annotations

import re
from typing import Final

__all__ = ["MOST_CHARACTERS", "bounded"]

MOST_CHARACTERS: Final = 50_000
"""Characters of a text that are looked at."""

_LONG_CHUNK: Final = re.compile(r"\S{400,}")
_SURROGATE: Final = re.compile("[\ud800-\udfff\x00]")


def bounded(text: str) -> str:
    """Return the beginning of the text with overlong chunks and what cannot be stored blanked, sign for sign.

    Chunks of 400 and more characters without a blank are encoded data; they name nothing, and the time of the patterns
    grows with the square of a chunk's length.
    """
    storable = _SURROGATE.sub(" ", text[:MOST_CHARACTERS])
    return _LONG_CHUNK.sub(lambda chunk: " " * len(chunk.group()), storable)
