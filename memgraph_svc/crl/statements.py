"""Reading one line that is a statement."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from memgraph_svc.crl.lines import SIGNS, Statement
from memgraph_svc.crl.predicates import read_predicate
from memgraph_svc.crl.terms import is_bare, read_quoted
from memgraph_svc.crl.words import RELATION, is_qualifier, read_qualifier
from memgraph_svc.errors import CRLError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from memgraph_svc.crl.expansion import Expansion

__all__ = ["read_statement"]

_BARE_RULE = 'must have no double, leading or trailing blank and not begin with | # % & ", or be a JSON string'


def read_statement(line: str, number: int, above: str | None, expansion: Expansion) -> Statement:
    """Read a line that holds a relation word or begins with a quote.

    Args:
        line: The line.
        number: Number of the line, from 1.
        above: Subject of the statement above; None where there is none.
        expansion: Writes out short forms.

    Raises:
        CRLError: It is no statement.
    """
    subject, position = _read_subject(line, number, above, expansion)
    found = RELATION.match(line, position)
    if not found:
        rule = "a relation (= < > + ^ or : and a predicate) must follow a quoted subject after one blank"
        raise CRLError(rule, line=number, column=position + 1)
    word = found[0].removeprefix("!")
    start = found.end() + 1
    if start >= len(line):
        raise CRLError("an object must follow the relation after one blank", line=number, column=found.end() + 1)
    concept = line[start] == "&"
    term, qualifiers = _read_object(line, start + concept, number)
    relation = word if word in SIGNS else _predicate(word, number, found.end() - len(word) + 2, expansion)
    return Statement(
        subject=subject,
        relation=relation,
        object=expansion.expand(term, number, start + concept + 1),
        negated=found[0] != word,
        concept=concept,
        **_read_qualifiers(qualifiers, number),
    )


def _read_subject(line: str, number: int, above: str | None, expansion: Expansion) -> tuple[str, int]:
    """Return the subject, and where the relation must begin."""
    if line[0] == '"':
        term, end = read_quoted(line, 0, number)
        if line[end : end + 1] != " ":
            raise CRLError("one blank must follow a quoted subject", line=number, column=end + 1)
        return expansion.expand(term, number, 1), end + 1
    found = RELATION.search(line)
    if found is None or found.start() == 0:
        if above is None:
            raise CRLError("the first statement must have a subject", line=number)
        return above, 0
    term = line[: found.start() - 1]
    if not is_bare(term):
        raise CRLError(f"a subject {_BARE_RULE}", line=number)
    return expansion.expand(term, number, 1), found.start()


def _predicate(word: str, number: int, column: int, expansion: Expansion) -> str:
    name = expansion.expand(read_predicate(word[1:], number, column), number, column)
    if not name:
        raise CRLError("a predicate must not be empty", line=number, column=column)
    return f":{name}"


def _read_object(line: str, start: int, number: int) -> tuple[str, list[tuple[str, int]]]:
    """Return the object, and the words behind it with their columns."""
    if line[start : start + 1] == '"':
        term, end = read_quoted(line, start, number)
        if end < len(line) and line[end] != " ":
            raise CRLError("one blank must follow a quoted object", line=number, column=end + 1)
        return term, list(_words(line, end))
    end, behind = len(line), list[tuple[str, int]]()
    while True:
        blank = line.rfind(" ", start, end)
        word = line[blank + 1 if blank >= 0 else start : end]
        if not is_qualifier(word):
            break
        if blank < 0:
            raise CRLError("an object must stand before the qualifiers", line=number, column=start + 1)
        behind.insert(0, (word, blank + 2))
        if len(behind) > len("@?#"):
            raise CRLError("each qualifier may be given once", line=number, column=blank + 2)
        end = blank
    if not is_bare(line[start:end]):
        raise CRLError(f"an object {_BARE_RULE}", line=number, column=start + 1)
    return line[start:end], behind


def _words(line: str, end: int) -> Iterator[tuple[str, int]]:
    """Words behind a position, each with its column; at most one more than a statement may have."""
    while end < len(line):
        following = line.find(" ", end + 1)
        following = len(line) if following < 0 else following
        yield line[end + 1 : following], end + 2
        end = following


def _read_qualifiers(words: list[tuple[str, int]], number: int) -> dict[str, Any]:
    given: dict[str, Any] = {}
    for word, column in words:
        field, read = read_qualifier(word, number, column)
        if field in given:
            raise CRLError("each qualifier may be given once", line=number, column=column)
        given[field] = read
    return given
