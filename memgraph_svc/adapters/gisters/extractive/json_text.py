"""JSON as text: what was called with, and what a tool answered, with numbers as they are written."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["Json", "WrittenNumber", "leaves", "read_json", "scalar_text"]


class WrittenNumber(str):
    """A number as it is written: 421.60 is not 421.6."""

    __slots__ = ()


Json = dict[str, Any] | list[Any] | str | float | bool | None
"""What JSON may hold; its numbers are :class:`WrittenNumber`, but for those that are no JSON, such as ``NaN``."""


def read_json(text: str) -> dict[str, Json] | list[Json] | None:
    """Return the object or list that a text is, or the list of objects that its lines are; None where it is neither."""
    bare = text.strip()
    if not bare.startswith(("{", "[")):
        return None
    found = _read(bare)
    if found is None and bare.startswith("{") and "\n" in bare:
        rows: list[Json] = []
        for line in bare.splitlines():
            if line.strip():
                row = _read(line)
                if not isinstance(row, dict):
                    return None
                rows.append(row)
        return rows
    return found


def _read(text: str) -> dict[str, Json] | list[Json] | None:
    try:
        found = json.loads(text, parse_float=WrittenNumber, parse_int=WrittenNumber)
    except (ValueError, RecursionError):
        return None
    return found if isinstance(found, dict | list) else None


def leaves(found: Json) -> Iterator[str]:
    """Yield the values at any depth in order, as they are written."""
    waiting: list[Json] = [found]
    while waiting:
        value = waiting.pop()
        if isinstance(value, dict):
            waiting.extend(reversed(value.values()))
        elif isinstance(value, list):
            waiting.extend(reversed(value))
        else:
            yield scalar_text(value)


def scalar_text(value: Json) -> str:
    """Write a value that is no object or list as it stands in the source."""
    return value if isinstance(value, str) else json.dumps(value)
