"""The files that ``crl`` reads."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, Any

from memgraph_svc.errors import InvalidInputError
from memgraph_svc.interfaces.cli.ingest import STDIN

if TYPE_CHECKING:
    from pathlib import Path

    from memgraph_svc.crl import Dictionary, Line

__all__ = ["given_text", "lines_of", "names_of"]


def given_text(path: Path) -> str:
    """Text of a file or of standard input, with its line ends as they are.

    Raises:
        InvalidInputError: There is no such file, or it is not UTF-8.
    """
    if path != STDIN and not path.is_file():
        raise InvalidInputError("FILE", f"{str(path)!r} is no file")
    given = sys.stdin.buffer.read() if path == STDIN else path.read_bytes()
    try:
        return given.decode()
    except UnicodeDecodeError as error:
        raise InvalidInputError("FILE", f"must be UTF-8; byte {error.start + 1} is not") from None


def lines_of(given: str) -> list[Line]:
    """Lines of a document, from one JSON object a line; blank ones are skipped.

    Raises:
        InvalidInputError: A line holds none; it is named.
    """
    from memgraph_svc.crl import from_record

    lines: list[Line] = []
    for number, row in enumerate(given.removeprefix("\ufeff").split("\n"), 1):
        if not row.strip():
            continue
        try:
            record: Any = json.loads(row)
        except (ValueError, RecursionError):
            record = None
        if not isinstance(record, dict):
            raise InvalidInputError(f"line {number}", "must be a JSON object")
        try:
            lines.append(from_record(record))
        except InvalidInputError as error:
            raise InvalidInputError(f"line {number}, {error.field}", error.rule) from None
    return lines


def names_of(path: Path) -> Dictionary:
    """The dictionary of a file that holds a JSON list of names, null for each that is gone.

    Raises:
        InvalidInputError: It holds none.
    """
    from memgraph_svc.crl import Dictionary

    try:
        names: Any = json.loads(path.read_bytes()) if path.is_file() else None
    except (ValueError, RecursionError):
        names = None
    if not isinstance(names, list):
        raise InvalidInputError("--dictionary", "must be a file with a JSON list of names, in UTF-8")
    return Dictionary(tuple(names))
