"""A query file: its header is a contract that is checked against its text."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from itertools import takewhile
from typing import Final, LiteralString, cast

from memgraph_svc.errors import ConfigurationError

__all__ = ["NamedQuery", "QueryMode", "parse_query"]

_TITLE: Final = re.compile(r"// ([a-z_]+(?:\.[a-z0-9_]+)+): (\S.*)")
_PARAM: Final = re.compile(r"// param ([a-z_][a-z0-9_]*) ([A-Z][A-Z<>, |]*) - (\S.*)")
_COLUMN: Final = re.compile(r"// column ([a-z_][a-z0-9_]*) ([A-Z][A-Z<>, |]*?)(?: - (\S.*))?")
_NOT_CODE: Final = re.compile(r"""//[^\n]*|/\*.*?\*/|'(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*"|`[^`]*`""", re.DOTALL)
_USE: Final = re.compile(r"\$([A-Za-z_]\w*)")


class QueryMode(StrEnum):
    """Which kind of transaction a query runs in."""

    READ = "read"
    WRITE = "write"
    SCHEMA = "schema"
    """A write alone in its transaction, as schema statements need it."""


@dataclass(frozen=True, slots=True)
class NamedQuery:
    """One query: name, purpose, mode, text, and the types of its parameters and columns."""

    name: str
    purpose: str
    mode: QueryMode
    text: LiteralString
    params: dict[str, str]
    columns: dict[str, str]


def parse_query(name: str, source: str) -> NamedQuery:
    """Read a query file.

    Args:
        name: The name that its path gives, such as ``episodes.upsert``.
        source: The whole text of the file.

    Raises:
        ConfigurationError: The header is malformed or disagrees with the text.
    """
    lines = source.splitlines()
    header = list(takewhile(lambda line: line.startswith("//"), lines))  # a comment further down is for readers
    title = _TITLE.fullmatch(header[0]) if header else None
    if title is None or title[1] != name:
        raise ConfigurationError(f"query {name!r}: the first line must be '// {name}: purpose'")
    modes = [line.removeprefix("// mode: ") for line in header if line.startswith("// mode: ")]
    if len(modes) != 1 or modes[0] not in set(QueryMode):
        raise ConfigurationError(f"query {name!r}: one '// mode:' must be given, of {', '.join(QueryMode)}")
    params, columns = _declared(name, header[1:])
    used = set(_USE.findall(_NOT_CODE.sub(" ", source)))
    if undeclared := used - params.keys():
        raise ConfigurationError(f"query {name!r} uses undeclared parameters {sorted(undeclared)}")
    if unused := params.keys() - used:
        raise ConfigurationError(f"query {name!r} declares unused parameters {sorted(unused)}")
    body = "\n".join(line for line in lines if not line.startswith("//")).strip()
    if not body:
        raise ConfigurationError(f"query {name!r} has no statement")
    # the only place where text becomes a query: a packaged file, never a value from outside
    return NamedQuery(name, title[2], QueryMode(modes[0]), cast("LiteralString", body), params, columns)


def _declared(name: str, header: list[str]) -> tuple[dict[str, str], dict[str, str]]:
    """Parameters and columns of a header, each declared once."""
    params: dict[str, str] = {}
    columns: dict[str, str] = {}
    for line in header:
        if line.startswith("// mode: "):
            continue
        param, column = _PARAM.fullmatch(line), _COLUMN.fullmatch(line)
        found, declared = (param, params) if param else (column, columns)
        if found is None:
            raise ConfigurationError(f"query {name!r}: header line {line!r} is not understood")
        if found[1] in declared:
            raise ConfigurationError(f"query {name!r} declares {found[1]!r} more than once")
        declared[found[1]] = found[2]
    return params, columns
