"""Bounds on what an extractor looks at, so that no text takes it more than seconds."""

from __future__ import annotations

import re
from typing import Final

__all__ = ["MOST_CHARACTERS", "bounded"]

MOST_CHARACTERS: Final = 100_000
"""Characters of a text that are looked at."""

_LONG_CHUNK: Final = re.compile(r"\S{400,}")


def bounded(text: str) -> str:
    """Return the beginning of the text with overlong chunks blanked, character for character.

    Chunks of 400 and more characters without a blank are encoded data; they name nothing, and the time of the patterns
    grows with the square of a chunk's length.
    """
    return _LONG_CHUNK.sub(lambda chunk: " " * len(chunk.group()), text[:MOST_CHARACTERS])
