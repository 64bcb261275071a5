"""Normal forms and checks of text, names and identifiers. The same rules hold for every door."""

from __future__ import annotations

import re
import unicodedata
from typing import Annotated, Final

from pydantic import AfterValidator, BeforeValidator

from memgraph_svc.settings import LIMITS

__all__ = [
    "Content",
    "Identifier",
    "Name",
    "Namespace",
    "QueryText",
    "canonical_name",
    "check_text",
    "valid_identifier",
]

_IDENTIFIER: Final = re.compile(r"[A-Za-z0-9._:/@-]+\Z")
_QUOTES: Final = str.maketrans("", "", "\"'`´‘’‚‛“”„‟«»‹›")
_BLANKS: Final = re.compile(r"[-_‐-―\s]+")
_KEY_BYTES: Final = 4 * LIMITS.name_characters
_BLANK: Final = (
    "\t\n\v\f\r\x1c\x1d\x1e\x1f \x85\xa0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u200b"
    "\u2028\u2029\u202f\u205f\u3000\ufeff"
)
_LINE_BREAKS: Final = frozenset("\n\r\v\f\x1c\x1d\x1e\x85\u2028\u2029")


def check_text(value: str) -> str:
    """Trim every kind of blank.

    Raises:
        ValueError: Blank, NUL, or a lone surrogate (which no store can encode).
    """
    if "\x00" in value:
        raise ValueError("NUL characters are not allowed")
    try:
        value.encode()
    except UnicodeEncodeError:
        raise ValueError("lone surrogates are not allowed") from None
    trimmed = value.strip(_BLANK)
    if not trimmed:
        raise ValueError("must not be blank")
    return trimmed


def _is_text(value: object) -> object:
    if not isinstance(value, str):
        raise ValueError("must be text")  # pydantic takes ValueError
    return value


def _content(value: str) -> str:
    trimmed = check_text(value)
    if len(trimmed) > LIMITS.content_characters:
        raise ValueError(f"must have at most {LIMITS.content_characters} characters")
    return trimmed


def _query(value: str) -> str:
    trimmed = check_text(value)
    if len(trimmed) > LIMITS.query_characters:
        raise ValueError(f"must have at most {LIMITS.query_characters} characters")
    return trimmed


def _name(value: str) -> str:
    trimmed = check_text(value)
    if len(trimmed) > LIMITS.name_characters:
        raise ValueError(f"must have at most {LIMITS.name_characters} characters")
    if not _LINE_BREAKS.isdisjoint(trimmed):
        raise ValueError("must be one line")
    # a ligature may grow eighteen-fold, and the store cannot index keys of more than 8 KB
    if len(canonical_name(trimmed).encode()) > _KEY_BYTES:
        raise ValueError(f"must have at most {_KEY_BYTES} bytes in its normal form")
    return trimmed


def valid_identifier(value: str) -> str:
    """Check a namespace or an id: case-sensitive, taken as it is.

    Raises:
        ValueError: Too long, empty, or a character outside ``[A-Za-z0-9._:/@-]``.
    """
    if not 1 <= len(value) <= LIMITS.id_characters or not _IDENTIFIER.match(value):
        raise ValueError(f"must be 1-{LIMITS.id_characters} characters of [A-Za-z0-9._:/@-]")
    return value


Content = Annotated[str, BeforeValidator(_is_text), AfterValidator(_content)]
"""Text of an episode: trimmed, not blank, bounded, storable."""

QueryText = Annotated[str, BeforeValidator(_is_text), AfterValidator(_query)]
"""Text of a search: trimmed, not blank, bounded."""

Name = Annotated[str, BeforeValidator(_is_text), AfterValidator(_name)]
"""Entity name, alias, type or predicate: one line, kept as spelled."""

Identifier = Annotated[str, BeforeValidator(_is_text), AfterValidator(valid_identifier)]
"""An id given by a caller."""

Namespace = Annotated[str, BeforeValidator(_is_text), AfterValidator(valid_identifier)]
"""A tenant."""


def canonical_name(name: str) -> str:
    """Return the identity of an entity name: two names are one entity iff these are equal.

    NFKC, case folded, accents stripped, quotes and final full stops dropped, ``-``, ``_`` and blanks to one blank;
    every other sign is kept, so C, C++ and C# differ. A name of dropped signs only is its NFKC text.
    """
    # quotes go first, as NFKC makes a blank of the acute accent, and once more, as it makes quotes of wide ones
    folded = unicodedata.normalize("NFKC", name.translate(_QUOTES)).casefold()
    bare = "".join(c for c in unicodedata.normalize("NFD", folded) if not unicodedata.combining(c))
    plain = _BLANKS.sub(" ", unicodedata.normalize("NFC", bare.translate(_QUOTES))).strip().rstrip(". ")
    return plain or unicodedata.normalize("NFKC", name).strip()
