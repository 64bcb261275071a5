"""Periods of the calendar that a text names, with or without a look at the day it was written.

All of it is UTC: a day begins at midnight UTC, and the day of a reference is its day in UTC. Weeks begin on Monday.
"""

from __future__ import annotations

import calendar
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Final, Literal

__all__ = ["Moment", "Named", "Period", "Relative", "Span", "Unit"]

Unit = Literal["day", "week", "month", "year"]

_WEEK: Final = 7


@dataclass(frozen=True, slots=True)
class Named:
    """A year, a month of a year, or a day of a month, as the calendar numbers them."""

    year: int
    month: int | None = None
    day: int | None = None

    @property
    def length(self) -> Unit:
        """How long it is."""
        return "day" if self.day else "month" if self.month else "year"

    def first(self, reference: datetime) -> datetime:
        """First instant, whatever the reference; ValueError where the calendar does not have it."""
        return datetime(self.year, self.month or 1, self.day or 1, tzinfo=reference.tzinfo)


@dataclass(frozen=True, slots=True)
class Relative:
    """A period counted from the one that holds the reference: ``("day", -1)`` is yesterday.

    With a weekday (0 is Monday), ``offset`` says which of them: -1 the last before the day of the reference, 1 the
    next after it.
    """

    unit: Unit
    offset: int
    weekday: int | None = None

    @property
    def length(self) -> Unit:
        """How long it is."""
        return self.unit

    def first(self, reference: datetime) -> datetime:
        """First instant; ValueError or OverflowError outside the years 1-9999."""
        today = _midnight(reference)
        if self.weekday is None:
            return _shift(_begin(today, self.unit), self.unit, self.offset)
        if self.offset > 0:
            return today + timedelta(days=(self.weekday - today.weekday()) % _WEEK or _WEEK)
        return today - timedelta(days=(today.weekday() - self.weekday) % _WEEK or _WEEK)


@dataclass(frozen=True, slots=True)
class Span:
    """The day that lies a number of units before the day of the reference: of ``three weeks ago``."""

    count: int
    unit: Unit

    @property
    def length(self) -> Unit:
        """How long it is."""
        return "day"

    def first(self, reference: datetime) -> datetime:
        """First instant; ValueError or OverflowError outside the years 1-9999."""
        return _shift(_midnight(reference), self.unit, -self.count)


Period = Named | Relative | Span
"""A period that a text names."""


@dataclass(frozen=True, slots=True)
class Moment:
    """An edge of a period: its first instant, or (``after``) the first instant after it."""

    period: Period
    after: bool = False

    def instant(self, reference: datetime) -> datetime | None:
        """Return the instant in UTC; None if the calendar does not have it in the years 1-9999."""
        try:
            first = self.period.first(reference.astimezone(UTC))
            return _shift(first, self.period.length, 1) if self.after else first
        except (ValueError, OverflowError):
            return None


def _midnight(instant: datetime) -> datetime:
    return instant.replace(hour=0, minute=0, second=0, microsecond=0)


def _begin(day: datetime, unit: Unit) -> datetime:
    if unit == "week":
        return day - timedelta(days=day.weekday())
    return day.replace(day=1 if unit != "day" else day.day, month=1 if unit == "year" else day.month)


def _shift(day: datetime, unit: Unit, count: int) -> datetime:
    """Move on by units; a day that its month does not have becomes the last one of it."""
    if unit in {"day", "week"}:
        return day + timedelta(days=count * (_WEEK if unit == "week" else 1))
    months = day.year * 12 + day.month - 1 + count * (12 if unit == "year" else 1)
    year, month = divmod(months, 12)
    return day.replace(year=year, month=month + 1, day=min(day.day, calendar.monthrange(year, month + 1)[1]))
