"""Which strings are worth a node, and how they are counted."""

from __future__ import annotations

import re
import unicodedata
from typing import Final

from memgraph_svc.adapters.extractors.words import DETERMINERS, RELATIVE_TIMES, STOP_WORDS, VAGUE_NOUNS, is_short_form
from memgraph_svc.domain.entity import EntityMention
from memgraph_svc.domain.text import canonical_name
from memgraph_svc.settings import LIMITS

__all__ = ["MAX_ENTITIES", "MAX_TRIPLES", "MentionCounter", "clean_name"]

MAX_ENTITIES: Final = 64
"""Most entities of one text."""

MAX_TRIPLES: Final = 64
"""Most triples of one text."""

_EDGES: Final = " \t.,;:!?'\"`´‘’‚“”„«»()[]{}<>|*=~^/\\-–—…&"
_CLOSES: Final = {"(": ")", "[": "]"}
_BLANKS: Final = re.compile(r"\s+")
_POSSESSIVE: Final = re.compile(r"['’]s?$")
_DATA: Final = re.compile(r"[{}<>|=;\"\\]")
_LETTERS_FOR_A_NAME: Final = 2


def clean_name(text: str) -> str | None:
    """Return the name without determiners, pronouns and punctuation around it, or None where nothing is left of it.

    The result is one line of at most 512 characters. Function words alone, single letters, numbers of one or two
    digits and relative times such as ``yesterday`` or ``last week`` are no names.
    """
    name = _trim(_BLANKS.sub(" ", _storable(text)))
    words = name.split(" ")
    while words and (_bare(words[0]) in DETERMINERS or words[0] in STOP_WORDS or is_short_form(words[0])):
        words.pop(0)
    while words and (words[-1] in STOP_WORDS or (len(words) > 1 and is_short_form(words[-1]) and words[-1] != "I")):
        words.pop()
    name = _POSSESSIVE.sub("", _trim(" ".join(words)))
    return name if len(name) <= LIMITS.name_characters and _names_something(name) else None


def _storable(text: str) -> str:
    # control characters, separators, lone surrogates and unassigned code points cannot stand in a one-line name
    return "".join(c if c == " " or unicodedata.category(c)[0] != "C" else " " for c in text)


def _trim(name: str) -> str:
    trimmed = name.strip(_EDGES)
    # keep what closes a bracket inside the name, "Brother (band)", and the signs of C++, C# and .NET
    tail = name[name.find(trimmed) + len(trimmed) :] if trimmed else ""
    for opening, closing in _CLOSES.items():
        if opening in trimmed and closing not in trimmed and tail.startswith(closing):
            return trimmed + closing
    return trimmed


def _bare(word: str) -> str:
    return word.strip(_EDGES).casefold()


def _names_something(name: str) -> bool:
    if _DATA.search(name) or any(name.count(opening) != name.count(closing) for opening, closing in _CLOSES.items()):
        return False
    letters = [c for c in name if c.isalnum()]
    if not letters or not any(c.isalpha() for c in letters):
        return len(letters) > _LETTERS_FOR_A_NAME
    if len(name) < _LETTERS_FOR_A_NAME and name.isascii():
        return False
    words = [_bare(word) for word in name.replace("-", " ").split(" ")]
    general = STOP_WORDS | RELATIVE_TIMES
    if all(word in general or not word for word in words):
        return False
    return not (len(words) == 1 and words[0] in VAGUE_NOUNS)


class MentionCounter:
    """Counts names by their canonical form, in order of first appearance; the first spelling stays."""

    def __init__(self) -> None:
        self._found: dict[str, tuple[str, str, int]] = {}

    def add(self, name: str, kind: str = "entity", count: int = 1) -> str | None:
        """Count a name; return it as it is spelled in the result, or None where it is no name."""
        # code and quotations keep their words, but a name is one line
        cleaned = clean_name(name) if kind == "entity" else _BLANKS.sub(" ", _storable(name)).strip()
        if not cleaned:
            return None
        key = canonical_name(cleaned)
        spelled, first_kind, seen = self._found.get(key, (cleaned, kind, 0))
        self._found[key] = (spelled, first_kind, seen + count)
        return spelled

    def spelled(self, name: str) -> str | None:
        """Return how a name with the same canonical form is spelled in the result; None where there is none."""
        found = self._found.get(canonical_name(name))
        return found[0] if found else None

    def mentions(self) -> tuple[EntityMention, ...]:
        """Return the 64 names that occur most, earlier ones first among equals, in order of first appearance."""
        ranked = sorted(enumerate(self._found.values()), key=lambda item: (-item[1][2], item[0]))[:MAX_ENTITIES]
        return tuple(EntityMention(name=name, type=kind, count=count) for _, (name, kind, count) in sorted(ranked))
