"""Subjects, objects and texts in their written forms: bare, as a JSON string, or escaped behind a bar."""

from __future__ import annotations

import json
import re
from typing import Final

from memgraph_svc.crl.words import RELATION, is_qualifier
from memgraph_svc.errors import CRLError

__all__ = ["is_bare", "read_quoted", "read_text", "write_object", "write_subject", "write_text"]

_RESERVED: Final = frozenset('|#%"&')
_ESCAPED_BEHIND_BAR: Final = re.compile(r"\\(?:u([0-9a-fA-F]{4})|([\\nrt])|)")
_SHORT: Final = {"\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t"}
_LONG: Final = {short[1]: sign for sign, short in _SHORT.items()}
_SURROGATE: Final = re.compile("[\ud800-\udfff]")
_WRITTEN_SURROGATE: Final = re.compile(r"\\u[dD][89a-fA-F]")
_JSON: Final = json.JSONDecoder()


def is_bare(term: str) -> bool:
    """Whether a term, wherever it stands, needs no quotes by its blanks and its first character."""
    return bool(term) and term[0] not in _RESERVED and term.strip(" ") == term and "  " not in term


def write_subject(term: str) -> str:
    """Write a subject, bare where it can be read back."""
    return term if term.isprintable() and is_bare(term) and not RELATION.search(term) else _quoted(term)


def write_object(term: str) -> str:
    """Write an object, bare where it can be read back."""
    bare = term.isprintable() and is_bare(term) and not is_qualifier(term[term.rfind(" ") + 1 :])
    return term if bare else _quoted(term)


def write_text(text: str) -> str:
    """Write a text as it is where it is one line that can be read back, else escaped behind a bar."""
    plain = text.isprintable() and text.strip(" ") == text != "" and text[0] not in '|#%"' and not RELATION.search(text)
    return text if plain else "|" + _escaped(text)


def read_text(line: str, number: int) -> str:
    """Read what stands behind a bar.

    Raises:
        CRLError: An escape that is none, or half a surrogate pair.
    """
    if "\\" not in line:
        return line[1:]

    def sign(found: re.Match[str]) -> str:
        if found[1]:
            return chr(int(found[1], 16))
        if found[2]:
            return _LONG[found[2]]
        rule = r"a backslash behind a bar must begin one of \\ \n \r \t \u0000"
        raise CRLError(rule, line=number, column=found.start() + 1)

    return _joined(_ESCAPED_BEHIND_BAR.sub(sign, line)[1:], number, 1)


def read_quoted(line: str, position: int, number: int) -> tuple[str, int]:
    """Read a JSON string that begins at a position of a line, and say where it ends.

    Raises:
        CRLError: It is none.
    """
    try:
        term, end = _JSON.raw_decode(line, position)
    except json.JSONDecodeError as error:
        raise CRLError("a quoted term must be a JSON string", line=number, column=error.pos + 1) from None
    if _WRITTEN_SURROGATE.search(line, position, end):
        term = _joined(term, number, position + 1)
    return term, end


def _joined(text: str, number: int, column: int) -> str:
    """The text with pairs of surrogates as the characters that they stand for."""
    if not _SURROGATE.search(text):
        return text
    try:
        return text.encode("utf-16", "surrogatepass").decode("utf-16")
    except UnicodeDecodeError:
        raise CRLError("lone surrogates are not allowed", line=number, column=column) from None


def _quoted(term: str) -> str:
    return '"' + _escaped(term).replace('"', '\\"') + '"'


def _escaped(text: str) -> str:
    """Escape backslashes and all that is not printable, so that a text is one line for every reader."""
    if text.isprintable():
        return text.replace("\\", "\\\\")
    return "".join(sign if sign.isprintable() and sign != "\\" else _SHORT.get(sign) or _unit(sign) for sign in text)


def _unit(sign: str) -> str:
    units = sign.encode("utf-16-be").hex()
    return "".join(f"\\u{units[place : place + 4]}" for place in range(0, len(units), 4))
