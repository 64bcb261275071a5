"""Clocks tell UTC to the millisecond."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone

import pytest

from memgraph_svc.adapters.clock import FixedClock, SystemClock


def test_the_system_clock_tells_utc_in_whole_milliseconds() -> None:
    before = datetime.now(UTC)
    now = SystemClock().now()
    assert now.tzinfo is UTC
    assert now.microsecond % 1000 == 0
    assert abs(now - before) < timedelta(minutes=1)


def test_the_fixed_clock_moves_only_when_told() -> None:
    clock = FixedClock(datetime(2026, 3, 1, 12, 0, 0, 1234, tzinfo=timezone(timedelta(hours=1))))
    assert clock.now() == clock.now() == datetime(2026, 3, 1, 11, 0, 0, 1000, tzinfo=UTC)
    assert clock.advance(timedelta(days=1)) == clock.now() == datetime(2026, 3, 2, 11, 0, 0, 1000, tzinfo=UTC)
    clock.set(datetime(2020, 1, 1, tzinfo=UTC))
    assert clock.now() == datetime(2020, 1, 1, tzinfo=UTC)


def test_a_time_without_a_zone_is_refused() -> None:
    with pytest.raises(ValueError, match="time zone"):
        FixedClock(datetime(2026, 3, 1))
