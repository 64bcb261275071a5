"""Instants: UTC, millisecond precision, and the integers that stand beside them in the graph."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Annotated, Final

from pydantic import BeforeValidator

__all__ = ["OPEN_END_MS", "OPEN_PAST_MS", "Instant", "from_ms", "parse_instant", "to_ms", "to_utc"]

OPEN_END_MS: Final = 2**53 - 1
"""Milliseconds of an open end; exact in a double."""

OPEN_PAST_MS: Final = -(2**53) + 1
"""Milliseconds of an open beginning."""

_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
_MILLISECOND: Final = timedelta(milliseconds=1)


def to_utc(value: datetime) -> datetime:
    """Convert to UTC, rounded to milliseconds.

    Raises:
        ValueError: Without an offset or zone, or outside the years 1-9999 once converted.
    """
    if value.tzinfo is None or value.utcoffset() is None:
        raise ValueError("must have a time zone or offset")
    try:
        return from_ms(to_ms(value))
    except OverflowError:
        raise ValueError("must lie in the years 1-9999, in UTC and rounded to milliseconds") from None


def to_ms(value: datetime) -> int:
    """Milliseconds since 1970 of an aware instant, rounded half up."""
    return (value - _EPOCH + _MILLISECOND / 2) // _MILLISECOND


def from_ms(value: int) -> datetime:
    """Return the instant of :func:`to_ms`."""
    return _EPOCH + value * _MILLISECOND


def parse_instant(value: object, *, assume_utc: bool = False) -> datetime:
    """Read an instant from ISO 8601 text or a datetime.

    Args:
        value: Text such as ``2026-03-01T12:00:00+01:00``, or a datetime.
        assume_utc: Take a time without zone as UTC instead of refusing it.

    Raises:
        ValueError: Not a time, without zone, or out of range.
    """
    if isinstance(value, str):
        try:
            value = datetime.fromisoformat(value.strip())
        except ValueError:
            raise ValueError("must be an ISO 8601 time such as 2026-03-01T12:00:00Z") from None
    if not isinstance(value, datetime):
        raise ValueError("must be an ISO 8601 time such as 2026-03-01T12:00:00Z")  # for pydantic
    if value.tzinfo is None and assume_utc:
        value = value.replace(tzinfo=UTC)
    return to_utc(value)


Instant = Annotated[datetime, BeforeValidator(parse_instant)]
"""An instant from outside: needs a zone, is kept in UTC to the millisecond."""
