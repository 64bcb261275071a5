"""The one codec of instants: each stands in the graph as a datetime and as integer milliseconds."""

from __future__ import annotations

from typing import TYPE_CHECKING

from memgraph_svc.domain.instant import OPEN_END_MS, OPEN_PAST_MS, from_ms, to_ms

if TYPE_CHECKING:
    from datetime import datetime

__all__ = ["decode_instant", "encode_end", "encode_instant", "encode_start"]


def encode_instant(name: str, value: datetime) -> dict[str, datetime | int]:
    """Return the two properties of an instant."""
    return {name: value, f"{name}_ms": to_ms(value)}


def encode_start(name: str, value: datetime | None) -> dict[str, datetime | int | None]:
    """Return the two properties of the beginning of an interval; None is the open past."""
    return {name: value, f"{name}_ms": OPEN_PAST_MS if value is None else to_ms(value)}


def encode_end(name: str, value: datetime | None) -> dict[str, datetime | int | None]:
    """Return the two properties of the end of an interval; None is open."""
    return {name: value, f"{name}_ms": OPEN_END_MS if value is None else to_ms(value)}


def decode_instant(milliseconds: int | None) -> datetime | None:
    """Read the integer of an instant; an open end or none at all is None."""
    if milliseconds is None or milliseconds in (OPEN_END_MS, OPEN_PAST_MS):
        return None
    return from_ms(milliseconds)
