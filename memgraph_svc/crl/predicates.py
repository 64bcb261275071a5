"""Predicates of the graph as one word: blanks as ``_``; what the word may not hold as ``%`` and its UTF-8 bytes."""

from __future__ import annotations

import re
from typing import Final

from memgraph_svc.errors import CRLError

__all__ = ["read_predicate", "write_predicate"]

_BYTES: Final = re.compile(r"(?:%[0-9A-F]{2})+|%")


def write_predicate(predicate: str) -> str:
    """Write a predicate such as ``sits on`` as a word such as ``sits_on``."""
    if predicate.isalnum():
        return predicate
    return "".join(_written(sign) for sign in predicate)


def _written(sign: str) -> str:
    if sign == " ":
        return "_"
    if sign.isprintable() and sign not in "_%:":
        return sign
    return "".join(f"%{byte:02X}" for byte in sign.encode())


def read_predicate(word: str, line: int, column: int) -> str:
    """Read the word of a predicate.

    Raises:
        CRLError: A percent sign that begins no character.
    """

    def characters(found: re.Match[str]) -> str:
        try:
            return bytes.fromhex(found[0].replace("%", " ")).decode() if len(found[0]) > 1 else ""
        except UnicodeDecodeError:
            return ""

    spaced = word.replace("_", " ")
    if "%" not in spaced:
        return spaced
    for found in _BYTES.finditer(spaced):
        if not characters(found):
            rule = "% in a predicate must begin the UTF-8 bytes of a character, such as %3A"
            raise CRLError(rule, line=line, column=column + found.start())
    return _BYTES.sub(characters, spaced)
