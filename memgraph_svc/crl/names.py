"""Putting short forms in the place of names in a text, in one pass, the longest name first."""

from __future__ import annotations

import re
from collections import defaultdict
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

__all__ = ["WORD_SIGNS", "NameIndex"]

WORD_SIGNS: Final = r"0-9A-Za-z_\x80-\U0010ffff"
"""Characters of words. All beyond ASCII are: what counts as a letter there changes with the version of Unicode."""

_PIECE: Final = re.compile(f"[{WORD_SIGNS}]+|[^{WORD_SIGNS}]")
_WORD: Final = re.compile(f"[{WORD_SIGNS}]")


class NameIndex:
    """Finds names that are words of their own: no character of a word stands right before or behind them.

    A name is looked up at each word by that word, so the time grows with the text and not with the number of names.

    Args:
        written: Short form of each name.
        literal: Short form of single characters that are no name.
    """

    def __init__(self, written: Mapping[str, str], literal: Mapping[str, str] | None = None) -> None:
        self._written = written
        self._literal = literal or {}
        lengths: defaultdict[str, set[int]] = defaultdict(set)
        for name in written:
            if first := _PIECE.match(name):
                lengths[first[0]].add(len(name))
        self._lengths = {first: sorted(found, reverse=True) for first, found in lengths.items()}

    def replace(self, text: str) -> str:
        """Write a text with short forms."""
        parts: list[str] = []
        done = 0
        for piece in _PIECE.finditer(text):
            start = piece.start()
            if start < done:
                continue
            if name := self._name_at(text, piece):
                parts += (text[done:start], self._written[name])
                done = start + len(name)
            elif piece[0] in self._literal:
                parts += (text[done:start], self._literal[piece[0]])
                done = piece.end()
        return "".join((*parts, text[done:])) if parts else text

    def uses(self, texts: Iterable[str]) -> dict[str, int]:
        """How often each name would be replaced."""
        counts = dict.fromkeys(self._written, 0)
        for text in texts:
            done = 0
            for piece in _PIECE.finditer(text):
                if piece.start() >= done and (name := self._name_at(text, piece)):
                    counts[name] += 1
                    done = piece.start() + len(name)
        return counts

    def _name_at(self, text: str, piece: re.Match[str]) -> str:
        start = piece.start()
        for length in self._lengths.get(piece[0], ()):
            name = text[start : start + length]
            if name in self._written and not _WORD.match(text, start + length):
                return name
        return ""
