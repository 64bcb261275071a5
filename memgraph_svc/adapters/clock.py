"""Clocks: the system's, and one that stands still for tests."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from memgraph_svc.domain.instant import to_utc

__all__ = ["FixedClock", "SystemClock"]


class SystemClock:
    """The clock of the machine."""

    def now(self) -> datetime:
        """Return the current instant in UTC, to the millisecond."""
        return to_utc(datetime.now(UTC))


class FixedClock:
    """A clock that moves only when told.

    Args:
        at: First instant; needs a time zone.

    Raises:
        ValueError: Without a time zone.
    """

    def __init__(self, at: datetime) -> None:
        self._at = to_utc(at)

    def now(self) -> datetime:
        """Return the instant that was set last, in UTC, to the millisecond."""
        return self._at

    def set(self, at: datetime) -> None:
        """Go to another instant, also an earlier one.

        Raises:
            ValueError: Without a time zone.
        """
        self._at = to_utc(at)

    def advance(self, by: timedelta) -> datetime:
        """Move by a duration (backwards where negative) and return the new instant."""
        self._at = to_utc(self._at + by)
        return self._at
