"""JSON results to pieces: names and values without the signs of the notation."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice
from typing import TYPE_CHECKING, Final

from memgraph_svc.adapters.gisters.extractive.json_text import Json, WrittenNumber, scalar_text
from memgraph_svc.adapters.gisters.extractive.piece import Piece, readable
from memgraph_svc.adapters.gisters.extractive.prose import sentence_texts
from memgraph_svc.adapters.gisters.extractive.telling import MOST, most_telling_rows
from memgraph_svc.scoring.telegraphic import telegraphic

if TYPE_CHECKING:
    from collections.abc import Iterator

    from memgraph_svc.adapters.gisters.extractive.spoken import Spoken

__all__ = ["value_pieces"]

_FIELD: Final = 0.8
_SENTENCE: Final = 0.9
_PER_FIELD: Final = -0.15
_PER_ROW: Final = -0.5
_ROWS: Final = 3
_SHORT: Final = 60
_DEEPEST: Final = 16
_MOST_FIELDS: Final = 4 * MOST


def value_pieces(found: dict[str, Json] | list[Json], spoken: Spoken) -> Iterator[Piece]:
    """Yield the fields of an object, or those of the rows of a list under the first text of each row.

    A field counts less the more of them there are, and a row the more rows there are.

    Args:
        found: What was read; what is nested very deeply is left out.
        spoken: What the messages speak of.
    """
    return islice(_Values(spoken).of(found, 1.0, "", 0), _MOST_FIELDS)


class _Values:
    def __init__(self, spoken: Spoken) -> None:
        self._spoken = spoken

    def of(self, found: dict[str, Json] | list[Json], scale: float, heading: str, depth: int) -> Iterator[Piece]:
        if depth > _DEEPEST:
            return
        if isinstance(found, dict):
            for key, value in found.items():
                yield from self._field(key, value, scale * len(found) ** _PER_FIELD, heading, depth)
            return
        rows = [row for row in found if isinstance(row, dict) and row]
        share = scale * len(rows) ** _PER_ROW if rows else scale
        for row in most_telling_rows(rows, lambda row: self._spoken.names(_named(row)[0])):
            name, rest = _named(row) if len(rows) > 1 or heading else (heading, row)
            for piece in self.of(rest, share, name or heading, depth + 1):
                yield replace(piece, row=piece.row or len(rows) >= _ROWS)
        others = [item for item in found if not isinstance(item, dict)]
        for item in others[:MOST]:
            yield from self._field("", item, scale * len(others) ** _PER_ROW, heading, depth)

    def _field(self, key: str, value: Json, scale: float, heading: str, depth: int) -> Iterator[Piece]:
        label = next(readable(key), "")
        if isinstance(value, dict):
            yield from self.of(value, scale, heading or label, depth + 1)
        elif isinstance(value, list):
            if any(isinstance(item, dict | list) for item in value):
                yield from self.of(value, scale, heading or label, depth + 1)
            else:
                yield from _value(label, ", ".join(map(scalar_text, value[:MOST])), scale, heading)
        else:
            yield from _value(label, scalar_text(value), scale, heading)


def _value(label: str, text: str, scale: float, heading: str) -> Iterator[Piece]:
    if len(text) <= _SHORT and "\n" not in text:
        for line in readable(text):
            yield Piece(f"{label} {line}".lstrip(), scale * _FIELD, heading, label, comma=True)
        return
    for sentence in islice(sentence_texts(text), MOST):
        yield Piece(telegraphic(sentence), scale * _SENTENCE, heading or label)


def _named(row: dict[str, Json]) -> tuple[str, dict[str, Json]]:
    """The value that names a row, its first text or else its first number, and the other fields."""
    plain = [key for key, value in row.items() if not isinstance(value, dict | list)]
    texts = (key for key in plain if isinstance(row[key], str) and not isinstance(row[key], WrittenNumber))
    key = next(texts, next(iter(plain), None))
    if key is None or len(scalar_text(row[key])) > _SHORT:
        return "", row
    name = next(readable(scalar_text(row[key])), "")
    return name, {other: value for other, value in row.items() if other != key}
