"""Lines as objects of JSON: ``{"subject", "relation", "object", ...}`` or ``{"text"}``; absent is what is not said."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from memgraph_svc.crl.lines import Line, Statement, Verbatim, When
from memgraph_svc.errors import InvalidInputError

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["from_record", "to_record"]

_TERMS: Final = ("subject", "relation", "object")
_FLAGS: Final = ("negated", "concept")
_NUMBERS: Final = ("confidence", "turn")
_TIMES: Final = ("at", "from", "to")
_KNOWN: Final = frozenset((*_TERMS, *_FLAGS, *_NUMBERS, *_TIMES))


def to_record(line: Line) -> dict[str, Any]:
    """Return the object of a line.

    A moment stands under ``at``; a span under ``from`` and ``to``, empty text where an end is not known.
    """
    if isinstance(line, Verbatim):
        return {"text": line.text}
    record: dict[str, Any] = {name: getattr(line, name) for name in _TERMS}
    record |= {name: True for name in _FLAGS if getattr(line, name)}
    if line.when is not None:
        times = {"at": line.when.start} if line.when.end is None else {"from": line.when.start, "to": line.when.end}
        record |= times
    return record | {name: getattr(line, name) for name in _NUMBERS if getattr(line, name) is not None}


def from_record(record: Mapping[str, Any]) -> Line:
    """Return the line of an object.

    Raises:
        InvalidInputError: A field is missing, unknown or breaks a rule.
    """
    if "text" in record:
        if len(record) > 1:
            raise InvalidInputError("text", "must be the only field of a text")
        return Verbatim(record["text"])
    if unknown := sorted(record.keys() - _KNOWN):
        raise InvalidInputError(unknown[0], "is no field of a statement")
    if missing := [name for name in _TERMS if name not in record]:
        raise InvalidInputError(missing[0], "must be given, or text alone")
    given = {name: record[name] for name in (*_TERMS, *_FLAGS, *_NUMBERS) if name in record}
    return Statement(**given, when=_when(record))


def _when(record: Mapping[str, Any]) -> When | None:
    for name in _TIMES:
        if not isinstance(record.get(name, ""), str):
            raise InvalidInputError(name, "must be text")
    spans = "from" in record or "to" in record
    if "at" in record:
        if spans:
            raise InvalidInputError("at", "goes without from and to")
        return When(record["at"])
    return When(record.get("from", ""), record.get("to", "")) if spans else None
