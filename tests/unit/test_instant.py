"""Instants: one form inside, from any zone, to the millisecond."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta, timezone
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memgraph_svc.domain.instant import OPEN_END_MS, OPEN_PAST_MS, from_ms, parse_instant, to_ms, to_utc
from memgraph_svc.graph.codec import decode_instant, encode_end, encode_instant, encode_start

AWARE = st.datetimes(
    min_value=datetime(1, 1, 3), max_value=datetime(9999, 12, 29), timezones=st.timezones() | st.just(UTC)
)
FIRST = datetime(1, 1, 1, tzinfo=UTC)
LAST = datetime(9999, 12, 31, 23, 59, 59, 999000, tzinfo=UTC)


@given(AWARE)
def test_conversion_keeps_the_instant_to_the_millisecond(value: datetime) -> None:
    kept = to_utc(value)
    assert kept.tzinfo is UTC
    assert kept.microsecond % 1000 == 0
    assert abs(kept - value.astimezone(UTC)) <= timedelta(microseconds=500)
    assert to_utc(kept) == kept
    assert from_ms(to_ms(kept)) == kept


@given(AWARE)
def test_text_form_is_read_back(value: datetime) -> None:
    kept = to_utc(value)
    assert parse_instant(kept.isoformat()) == kept


@pytest.mark.parametrize(
    ("microseconds", "milliseconds"), [(499, 0), (500, 1), (999, 1), (1499, 1), (1500, 2), (999_499, 999)]
)
def test_rounding_is_half_up(microseconds: int, milliseconds: int) -> None:
    after = datetime(2026, 1, 1, tzinfo=UTC)
    before = datetime(1969, 12, 31, 23, 59, 58, tzinfo=UTC)
    for base in (after, before):
        assert to_ms(base + timedelta(microseconds=microseconds)) == to_ms(base) + milliseconds


def test_offsets_are_converted_and_not_relabelled() -> None:
    noon = datetime(2026, 3, 1, 12, tzinfo=UTC)
    for text in (
        "2026-03-01T12:00:00Z",
        "2026-03-01T13:00:00+01:00",
        " 2026-03-01T06:30:00-05:30 ",
        "20260301T120000+0000",
        "2026-03-01 12:00:00.000400+00:00",
    ):
        assert parse_instant(text) == noon
    assert parse_instant(datetime(2026, 3, 1, 13, tzinfo=ZoneInfo("Europe/Berlin"))) == noon


def test_the_repeated_hour_of_autumn_is_two_instants() -> None:
    berlin = ZoneInfo("Europe/Berlin")
    first = to_ms(to_utc(datetime(2026, 10, 25, 2, 30, tzinfo=berlin, fold=0)))
    second = to_ms(to_utc(datetime(2026, 10, 25, 2, 30, tzinfo=berlin, fold=1)))
    assert second - first == 3_600_000


@pytest.mark.parametrize("value", ["2026-03-01T12:00:00", "2026-03-01", datetime(2026, 3, 1)])
def test_a_time_without_zone_is_refused_unless_utc_is_assumed(value: object) -> None:
    with pytest.raises(ValueError, match="zone or offset"):
        parse_instant(value)
    assert parse_instant(value, assume_utc=True).date() == date(2026, 3, 1)


@pytest.mark.parametrize(
    "value",
    [
        "",
        "now",
        "yesterday",
        "2026-13-01T00:00:00Z",
        "2026-02-30T00:00:00Z",
        "12:00",
        "\ud800",
        None,
        0,
        1.5,
        True,
        date(2026, 3, 1),
        b"2026-03-01T12:00:00Z",
    ],
)
def test_what_is_no_time_is_refused(value: object) -> None:
    with pytest.raises(ValueError, match="ISO 8601"):
        parse_instant(value)


def test_the_ends_of_the_calendar() -> None:
    assert to_utc(FIRST) == FIRST
    assert to_utc(LAST) == LAST
    for value in (
        FIRST.replace(tzinfo=timezone(timedelta(hours=1))),
        LAST.replace(tzinfo=timezone(timedelta(hours=-1))),
        LAST.replace(microsecond=999_500),
    ):
        with pytest.raises(ValueError, match="years 1-9999"):
            to_utc(value)
    assert OPEN_PAST_MS < to_ms(FIRST) < to_ms(LAST) < OPEN_END_MS
    assert float(OPEN_END_MS) == OPEN_END_MS


@given(AWARE)
def test_the_codec_writes_an_instant_twice_and_reads_it_back(value: datetime) -> None:
    kept = to_utc(value)
    written = encode_instant("occurred_at", kept)
    assert written == {"occurred_at": kept, "occurred_at_ms": to_ms(kept)}
    assert encode_start("occurred_at", kept) == encode_end("occurred_at", kept) == written
    assert decode_instant(to_ms(kept)) == kept


def test_the_codec_knows_open_ends() -> None:
    assert encode_start("valid_from", None) == {"valid_from": None, "valid_from_ms": OPEN_PAST_MS}
    assert encode_end("valid_to", None) == {"valid_to": None, "valid_to_ms": OPEN_END_MS}
    assert decode_instant(OPEN_PAST_MS) is decode_instant(OPEN_END_MS) is decode_instant(None) is None
