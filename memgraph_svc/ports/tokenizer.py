"""Port: counting tokens."""

from __future__ import annotations

from typing import Protocol

__all__ = ["Tokenizer"]


class Tokenizer(Protocol):
    """Counts tokens of a named vocabulary."""

    @property
    def name(self) -> str:
        """Name of the vocabulary."""
        ...

    def count(self, text: str) -> int:
        """Count the tokens of a text."""
        ...
