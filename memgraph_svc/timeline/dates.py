"""Reading the name of a period, such as ``5 March 2024`` or ``last Friday``, at a place of a text."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Final, cast

from memgraph_svc.timeline.periods import Named, Relative, Span

if TYPE_CHECKING:
    from collections.abc import Callable

    from memgraph_svc.timeline.periods import Period, Unit

__all__ = ["BLANK", "COUNT", "read_count", "read_month", "read_period"]

BLANK: Final = r"(?:[ \t]{1,3}\n?|\n)[ \t]{0,8}"
"""Pattern of what stands between two words of an expression; its length is bounded."""

_MONTHS: Final = (
    r"jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|"
    r"nov(?:ember)?|dec(?:ember)?"
)
_MONTH_NUMBERS: Final = {
    name: number
    for number, name in enumerate("jan feb mar apr may jun jul aug sep oct nov dec".split(), 1)
}  # fmt: skip
_WEEKDAYS: Final = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_OFFSETS: Final = {"last": -1, "this": 0, "next": 1, "the current": 0}
_DAYS: Final = {"yesterday": -1, "today": 0, "tomorrow": 1, "the day before yesterday": -2, "the day after tomorrow": 2}
_ANY_DAY: Final = datetime(2000, 1, 1, tzinfo=UTC)
_WORD_COUNTS: Final = {
    word: number
    for number, word in enumerate("one two three four five six seven eight nine ten eleven twelve".split(), 1)
} | {"a": 1, "an": 1}

COUNT: Final = rf"(?P<count>\d{{1,4}}|{'|'.join(_WORD_COUNTS)}){BLANK}(?P<unit>day|week|month|year)s?\b"
"""Pattern of a length of time in whole days or longer units; see :func:`read_count`."""

_YEAR: Final = r"(?P<year>1\d{3}|20\d\d)(?![\w%]|[.,:/–-]\d|-)"
_MONTH: Final = rf"(?P<month>{_MONTHS})\b\.?"
_DAY: Final = r"(?P<day>[0-3]?\d)(?:st|nd|rd|th)?"
# what follows a bare number that is a year; before a common noun it counts something ("since 2000 users")
_AFTER_A_YEAR: Final = (
    r"(?!\s+(?:UTC|GMT|[CEMP][DS]T|CET|BST)\b)(?=\s*(?:$|[^\w\s$€£])|\s+(?-i:[A-Z])|\s+(?:on|onwards?|until|till|to|through|and|but|or|at|in|with|for|by|from|"
    r"as|when|while|where|because|he|she|it|they|we|the|his|her|its|their|has|have|is|are|was|were|who|which)\b)"
)


def _named(match: re.Match[str]) -> Period:
    groups = match.groupdict()
    month, day = groups.get("month"), groups.get("day")
    return Named(
        int(groups["year"]),
        (int(month) if month.isdigit() else read_month(month)) if month else None,
        int(day) if day else None,
    )


def _weekday(match: re.Match[str]) -> Period:
    return Relative("day", _OFFSETS[match["which"].lower()], _WEEKDAYS.index(match["weekday"].lower()))


def _unit(match: re.Match[str]) -> Period:
    return Relative(cast("Unit", match["unit"].lower()), _OFFSETS[" ".join(match["which"].lower().split())])


def _ago(match: re.Match[str]) -> Period:
    return Span(*read_count(match))


_FORMS: Final[tuple[tuple[re.Pattern[str], Callable[[re.Match[str]], Period]], ...]] = tuple(
    (re.compile(pattern, re.IGNORECASE), read)
    for pattern, read in (
        (r"(?P<year>\d{4})-(?P<month>\d\d)-(?P<day>\d\d)(?![\w-]|:\d)(?![ T]\d)", _named),
        (r"(?P<year>\d{4})-(?P<month>\d\d)(?![\w-])", _named),
        (rf"(?:the{BLANK})?{_DAY}{BLANK}(?:of{BLANK})?{_MONTH},?{BLANK}{_YEAR}", _named),
        (rf"{_MONTH}{BLANK}{_DAY}(?:,{BLANK}|,|{BLANK}){_YEAR}", _named),
        (rf"{_MONTH},?{BLANK}(?:of{BLANK})?{_YEAR}", _named),
        (rf"(?:the{BLANK}year{BLANK})?{_YEAR}{_AFTER_A_YEAR}", _named),
        (
            r"(?P<days>the day (?:before yesterday|after tomorrow)|yesterday|today|tomorrow)\b(?!['’])",
            lambda match: Relative("day", _DAYS[match["days"].lower()]),
        ),
        (rf"(?P<which>last|next){BLANK}(?P<weekday>{'|'.join(_WEEKDAYS)})\b(?!['’])", _weekday),
        (rf"(?P<which>last|this|next|the{BLANK}current){BLANK}(?P<unit>week|month|year)\b(?!['’])", _unit),
        (rf"{COUNT}{BLANK}ago\b", _ago),
    )
)


def read_period(text: str, position: int) -> tuple[Period, int] | None:
    """Return the period that is named at the position, and where its name ends; None where none is.

    Days and months whose year is not said, days in figures such as ``03/04/2024``, years of two digits, seasons,
    quarters, decades and times of the day are none. A day that no month has is none.
    """
    for pattern, read in _FORMS:
        if match := pattern.match(text, position):
            period = read(match)
            return (period, match.end()) if not isinstance(period, Named) or _exists(period) else None
    return None


def read_month(name: str) -> int:
    """Return the number of a month by its English name or the beginning of it."""
    return _MONTH_NUMBERS[name[:3].lower()]


def read_count(match: re.Match[str]) -> tuple[int, Unit]:
    """Return number and unit of what :data:`COUNT` matched."""
    word = match["count"].lower()
    return int(word) if word.isdigit() else _WORD_COUNTS[word], cast("Unit", match["unit"].lower())


def _exists(period: Named) -> bool:
    try:
        period.first(_ANY_DAY)
    except ValueError:
        return False
    return True
