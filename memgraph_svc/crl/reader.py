"""Reading documents of Concept Relational Language, version 1.

    document  = head NL { legend NL } body
    legend    = "%" SYM "=" name
    body      = [ line { NL line } ]
    line      = statement | text | "|" escaped-text
    statement = [ term SP ] rel SP [ "&" ] term { SP qual }

A line ends with a line feed; one more at the end of the document ends its last line. What is damaged is refused whole.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from memgraph_svc.crl.expansion import Expansion
from memgraph_svc.crl.head import Head, read_head
from memgraph_svc.crl.legend import SYMBOL
from memgraph_svc.crl.lines import Line, Verbatim
from memgraph_svc.crl.statements import read_statement
from memgraph_svc.crl.terms import is_bare, read_quoted, read_text
from memgraph_svc.crl.words import RELATION
from memgraph_svc.errors import CRLError

if TYPE_CHECKING:
    from memgraph_svc.crl.dictionary import Dictionary

__all__ = ["Document", "decode", "read_document"]

_REFUSED: Final = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")


@dataclass(frozen=True, slots=True)
class Document:
    """A document as it was read."""

    head: Head
    lines: tuple[Line, ...]


def decode(document: str, dictionary: Dictionary | None = None) -> list[Line]:
    """Return the lines of a document.

    Raises:
        CRLError: As :func:`read_document`.
    """
    return list(read_document(document, dictionary).lines)


def read_document(document: str, dictionary: Dictionary | None = None) -> Document:
    """Read a document.

    Args:
        document: All of it.
        dictionary: The one that it was written with, however many names were added since; needed where its head has
            ``dict``.

    Raises:
        CRLError: The first rule that it breaks, with line and column.
    """
    raw = document.split("\n")
    _check_characters(document, raw)
    head = read_head(raw[0])
    names = None if head.names is None else _pinned(head.names, dictionary)
    first = 1
    legend: dict[str, str] = {}
    while first < len(raw) and raw[first][:1] == "%":
        symbol, name = _read_legend(raw[first], first + 1)
        if symbol in legend:
            raise CRLError("a symbol of the legend must be given once", line=first + 1)
        legend[symbol] = name
        first += 1
    body = raw[first:-1] if not raw[-1] else raw[first:]
    return Document(head, tuple(_read_lines(body, first + 1, Expansion(legend, names, len(document)))))


def _check_characters(document: str, raw: list[str]) -> None:
    if _REFUSED.search(document):
        for number, line in enumerate(raw, 1):
            if found := _REFUSED.search(line):
                rule = "control characters and line separators must be escaped; a line ends with a line feed"
                raise CRLError(rule, line=number, column=found.start() + 1)


def _pinned(size: int, dictionary: Dictionary | None) -> tuple[str | None, ...]:
    names = () if dictionary is None else dictionary.names
    if len(names) < size:
        rule = f"the document needs a dictionary of {size} names"
        raise CRLError(rule, line=1, hint=f"give the dictionary of its store; {len(names)} names are given")
    return names[:size]


def _read_legend(line: str, number: int) -> tuple[str, str]:
    symbol, name = line[1:3], line[4:]
    if not SYMBOL.fullmatch(symbol) or line[3:4] != "=":
        raise CRLError("% must begin a line of the legend: two capitals, = and a name", line=number)
    if name[:1] == '"':
        name, end = read_quoted(line, 4, number)
        if end < len(line):
            raise CRLError("nothing may follow the name of a symbol", line=number, column=end + 1)
    elif not is_bare(name):
        rule = "a name must have no double, leading or trailing blank and not begin with | # % &, or be quoted"
        raise CRLError(rule, line=number, column=5)
    if not name:
        raise CRLError("the name of a symbol must not be empty", line=number, column=5)
    return symbol, name


def _read_lines(raw: list[str], first: int, expansion: Expansion) -> list[Line]:
    lines: list[Line] = []
    subject: str | None = None
    for number, line in enumerate(raw, first):
        if line[:1] == "|":
            lines.append(Verbatim(expansion.expand(read_text(line, number), number, 2)))
            continue
        if line[:1] in ("%", "#"):
            raise CRLError("a line must not begin with % or #; a text that does stands behind |", line=number)
        if line[:1] != '"' and not RELATION.search(line):
            lines.append(Verbatim(expansion.expand(line, number, 1)))
            continue
        statement = read_statement(line, number, subject, expansion)
        subject = statement.subject
        lines.append(statement)
    return lines
