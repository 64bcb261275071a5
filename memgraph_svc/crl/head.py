"""The first line of a document.

head = "%crl1" { SP key "=" value }, with the keys ``dict`` (names of the dictionary that the document was written with)
and ``lossy`` (only ``1``: the document is a gist of something longer). A key is given once.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from memgraph_svc.errors import CRLError

__all__ = ["Head", "read_head", "write_head"]

_NAME: Final = "%crl1"
_NUMBER: Final = re.compile(r"0|[1-9][0-9]{0,8}")


@dataclass(frozen=True, slots=True)
class Head:
    """What a document says of itself.

    Attributes:
        names: Number of names of the dictionary that it was written with; None for one without codes.
        lossy: It is a gist, and what it was made of says more.
    """

    names: int | None = None
    lossy: bool = False


def write_head(head: Head) -> str:
    """Write a head."""
    names = "" if head.names is None else f" dict={head.names}"
    return _NAME + names + (" lossy=1" if head.lossy else "")


def read_head(line: str) -> Head:
    """Read the first line of a document.

    Raises:
        CRLError: It is not the head of a document of this version.
    """
    name, *words = line.split(" ")
    if name != _NAME:
        raise CRLError(f"a document must begin with {_NAME}", line=1)
    given: dict[str, str] = {}
    column = len(name) + 2
    for word in words:
        key, sign, given_for_key = word.partition("=")
        if not sign or key not in ("dict", "lossy"):
            raise CRLError("the head may hold dict=<number> and lossy=1, after one blank each", line=1, column=column)
        if key in given:
            raise CRLError("a key of the head must be given once", line=1, column=column)
        if not (_NUMBER.fullmatch(given_for_key) if key == "dict" else given_for_key == "1"):
            rule = "dict must be a whole number of at most nine digits" if key == "dict" else "lossy must be 1"
            raise CRLError(rule, line=1, column=column + len(key) + 1)
        given[key] = given_for_key
        column += len(word) + 1
    return Head(names=int(given["dict"]) if "dict" in given else None, lossy="lossy" in given)
