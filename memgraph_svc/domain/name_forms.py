"""Other forms of a canonical name: its initials, and its singular and plural."""

from __future__ import annotations

import re
from typing import Final

__all__ = ["initials", "is_abbreviation", "letters", "number_forms"]

_SMALL: Final = frozenset("a an and at de for in of on the to".split())
"""Words whose first letter abbreviations leave out; a migration has the same list."""

_FEWEST: Final = 2
_MOST: Final = 8
_SHORTEST: Final = 3
_WORD: Final = re.compile(r"[a-z0-9]")
_HISSED: Final = ("s", "x", "z", "ch", "sh")
_ABBREVIATION: Final = re.compile(r"[A-Z][A-Z0-9]{1,7}\Z")


def initials(canonical: str) -> str | None:
    """First letters of the two to eight words of a canonical name, small words left out; None for other names."""
    words = [word for word in canonical.split(" ") if _WORD.match(word) and word not in _SMALL]
    return "".join(word[0] for word in words) if _FEWEST <= len(words) <= _MOST else None


def is_abbreviation(name: str) -> bool:
    """Whether a name, as spelled, looks like initials: capitals and digits only."""
    return _ABBREVIATION.match(name.replace(".", "")) is not None


def letters(canonical: str) -> str:
    """Letters and digits of a name alone."""
    return "".join(c for c in canonical if c.isalnum())


def number_forms(canonical: str) -> list[str]:
    """Singulars and plurals that the last word of a canonical name may have; none for a word that has no such form."""
    head, blank, word = canonical.rpartition(" ")
    if len(word) < _SHORTEST or not (word.isascii() and word.isalpha()):
        return []
    return [head + blank + form for form in (*_singulars(word), *_plurals(word)) if len(form) >= _SHORTEST]


def _singulars(word: str) -> list[str]:
    if not word.endswith("s") or word.endswith(("ss", "us", "is")):
        return []
    if word.endswith("ies"):
        return [word[:-3] + "y", word[:-1]]
    if word.endswith("es") and word[:-2].endswith(_HISSED):
        return [word[:-2], word[:-1]]
    return [word[:-1]]


def _plurals(word: str) -> list[str]:
    if word.endswith("s") and not word.endswith(("ss", "us", "is")):
        return []
    if word.endswith("y") and word[-2] not in "aeiou":
        return [word[:-1] + "ies"]
    return [word + "es"] if word.endswith(_HISSED) else [word + "s"]
