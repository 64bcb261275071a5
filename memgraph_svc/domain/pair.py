"""Pairs that are one whichever end is named first."""

from __future__ import annotations

__all__ = ["Pair", "ordered_pair"]

Pair = tuple[str, str]
"""Two keys, the lower one first: the order in which a relationship without direction is stored."""


def ordered_pair(a: str, b: str) -> Pair:
    """Return two keys in the order in which they are stored."""
    return (a, b) if a < b else (b, a)
