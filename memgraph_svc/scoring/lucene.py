"""Any text as a query of the server's full-text index, in which no operator survives.

Source: the tried form of a full-text search with a required namespace token (design, full-text index).
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from memgraph_svc.errors import InvalidInputError
from memgraph_svc.scoring.english import STOP_WORDS, prepared, stem, words

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["FulltextQuery", "fulltext_query", "lucene_query"]

_TOKEN: Final = re.compile(r"[a-z0-9]*[0-9]\Z")
_FIELD: Final = re.compile(r"[A-Za-z_]\w*\Z", re.ASCII)
# The index keeps these as one word where the terms have two: can't, example.com, 1,000, a:b.
_COMPOUND: Final = re.compile(r"\w++(?:[.,:;'\u2019\u00b7]\w++)+")
_LONGEST_COMPOUND: Final = 255


@dataclass(frozen=True, slots=True)
class FulltextQuery:
    """One text as the index and BM25 want it."""

    lucene: str | None
    """Query of the index; None when the text holds no searchable word, and then nothing is to be asked."""
    terms: tuple[str, ...]
    """Distinct stems in order of first use; empty when ``lucene`` is None."""
    words: tuple[str, ...]
    """For each stem the first word of the text that has it."""
    compounds: tuple[str, ...]
    """Words of several parts that the index keeps as one, such as ``example.com``."""
    cut: bool
    """Whether the text held more distinct terms than are used."""


def fulltext_query(text: str, token: str, fields: Iterable[str] = ("content",), *, most: int = 64) -> FulltextQuery:
    """Turn any text into a query that finds candidates and into the terms that score them.

    Args:
        text: What the user typed; nothing in it is an operator.
        token: The namespace's token; it must reach the index unchanged, so lower-case letters and digits, last a digit.
        fields: Properties of the index to look in.
        most: Most distinct terms, taken from the front.

    Raises:
        InvalidInputError: ``most`` is below 1, or the token or a field name has a sign that is not allowed.
    """
    if most < 1:
        raise InvalidInputError("most", "must be at least 1")
    spelled: dict[str, str] = {}
    for word in words(text):
        if word not in STOP_WORDS:
            spelled.setdefault(stem(word), word)
    chosen = dict(list(spelled.items())[:most])
    found = dict.fromkeys(c for c in _COMPOUND.findall(prepared(text)) if len(c) <= _LONGEST_COMPOUND)
    compounds = tuple(found)[:most]
    query = lucene_query([*chosen.values(), *compounds], token, fields)
    if query is None:
        return FulltextQuery(lucene=None, terms=(), words=(), compounds=(), cut=False)
    return FulltextQuery(
        lucene=query,
        terms=tuple(chosen),
        words=tuple(chosen.values()),
        compounds=compounds,
        cut=len(spelled) > most,
    )


def lucene_query(searched: Iterable[str], token: str, fields: Iterable[str] = ("content",)) -> str | None:
    """Quote words into a query with a required, unscored namespace token.

    Stop words and what holds no letter or digit are left out: a clause of nothing else would match the whole namespace.

    Returns:
        None when no word is left.

    Raises:
        InvalidInputError: The token or a field name has a sign that is not allowed.
    """
    names = tuple(fields)
    if not _TOKEN.match(token):
        raise InvalidInputError("token", "must be lower-case letters and digits and end with a digit")
    if not names or not all(_FIELD.match(name) for name in names):
        raise InvalidInputError("fields", "must be names of properties, at least one")
    quoted = " ".join(_quoted(word) for word in searched if any(part not in STOP_WORDS for part in words(word)))
    if not quoted:
        return None
    clauses = " ".join(f"{name}:({quoted})" for name in names)
    return f"+ns_token:{token}^0 +{clauses}" if len(names) == 1 else f"+ns_token:{token}^0 +({clauses})"


def _quoted(word: str) -> str:
    return '"' + word.replace("\\", "\\\\").replace('"', '\\"') + '"'
