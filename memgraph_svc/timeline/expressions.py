"""Expressions that say since when or until when something holds, found in a text by their wording alone.

What they mean, with P a day, month or year (see :mod:`memgraph_svc.timeline.periods`; all in UTC):

- ``since P``, ``from P on``, ``starting in P``, ``effective P``, ``as of P``: from the first instant of P.
- ``until P``, ``till P``, and the second end of ``from P to Q`` and ``between P and Q``: up to the first instant of P,
  so P itself is left out; ``until the end of P`` and ``through P`` take it in.
- ``for the past two weeks``, ``for three years now``: from the day that lies so far before the day of the reference.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from memgraph_svc.timeline.dates import BLANK, COUNT, read_count, read_month, read_period
from memgraph_svc.timeline.periods import Moment, Named, Relative, Span

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

__all__ = ["Expression", "find_expressions", "without_expressions"]

_TRIGGER: Final = re.compile(
    rf"(?<![\w'’-])(?:(?P<since>(?:ever{BLANK})?since)|(?P<from>from)|(?P<between>between)"
    rf"|(?P<until>(?:up{BLANK})?(?:until|till))|(?P<through>through)|(?P<as_of>as{BLANK}of)"
    rf"|(?P<starting>(?:starting|beginning)(?:{BLANK}(?:in|on|from|with))?"
    rf"|effective(?:{BLANK}(?:from|on|as{BLANK}of))?|with{BLANK}effect{BLANK}from|as{BLANK}from)"
    rf"|(?P<for>for))(?={BLANK})",
    re.IGNORECASE,
)
_BLANK: Final = re.compile(BLANK)
_EDGE: Final = re.compile(rf"(?:the{BLANK})?(?P<edge>start|beginning|end){BLANK}of{BLANK}", re.IGNORECASE)
_OWN_UNIT: Final = re.compile(r"the (?P<unit>week|month|year)\b", re.IGNORECASE)
_TO: Final = re.compile(rf"{BLANK}(?P<word>to|until|till|through){BLANK}", re.IGNORECASE)
_AND: Final = re.compile(rf"{BLANK}and{BLANK}", re.IGNORECASE)
_ONWARDS: Final = re.compile(rf"{BLANK}(?:on|onwards?|forward)\b(?!{BLANK}(?:\w{{3,6}}day\b|\d|the\b))", re.IGNORECASE)
_MONTH_ALONE: Final = re.compile(
    r"(?P<month>jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}\b", re.IGNORECASE
)
_PAST: Final = re.compile(rf"the{BLANK}(?:past|last){BLANK}(?:{COUNT}|(?P<one>week|month|year)\b)", re.IGNORECASE)
_NOW: Final = re.compile(rf"{COUNT}{BLANK}now\b", re.IGNORECASE)
_UNCLEAR_AFTER: Final = re.compile(r"(?:\s{1,3}or\b|\s?/|-|\s{1,3}(?:and|to)\s{1,3}\d)", re.IGNORECASE)
_ABOUT: Final = re.compile(
    r"\b(?:about|around|approximately|roughly|almost|nearly|more than|less than|over|at least|at most)\s{1,3}$",
    re.IGNORECASE,
)
# things that have a date or a range of numbers of their own: "the report from 2019 to 2021", "ports from 2000 to 2050"
_DATED_THINGS: Final = re.compile(
    r"\b(?:ports|rooms|pages|lines|ids|numbers|values|versions|ranges?|ranging|records|rows|reports?|letters?|photos?|"
    r"pictures?|data|files?|papers?|documents?|figures|minutes|logs?|e?mails?|messages?|notes?|songs?|books?|issues?)"
    r"\s{1,3}$"
)
_LOOK_BACK: Final = 20
_MONTHS_ALONE: Final = tuple(Named(0, month) for month in range(1, 13))  # the year is yet to come


@dataclass(frozen=True, slots=True)
class Expression:
    """An expression at ``text[start:end]``.

    Attributes:
        start: Offset of its first character.
        end: Offset after its last character.
        kind: ``since``, ``from``, ``between``, ``until``, ``through``, ``as_of``, ``starting`` or ``for``.
        begins: First moment at which something holds; None where it does not say.
        ends: First moment at which it does not hold any more; None where it does not say.
    """

    start: int
    end: int
    kind: str
    begins: Moment | None = None
    ends: Moment | None = None


def find_expressions(text: str) -> list[Expression]:
    """Return the expressions in order, without overlaps; what is vague or could be read in two ways is left out.

    The time grows with the length of the text.
    """
    found: list[Expression] = []
    position = 0
    while trigger := _TRIGGER.search(text, position):
        position = trigger.end()
        if one := _read(text, trigger):
            position = one.end
            if not _unclear(text, one):
                found.append(one)
    return found


def _unclear(text: str, one: Expression) -> bool:
    before = text[max(0, one.start - _LOOK_BACK) : one.start]
    thing = one.kind in {"from", "between"} and _DATED_THINGS.search(before)
    return bool(thing or _ABOUT.search(before) or _UNCLEAR_AFTER.match(text, one.end))


def without_expressions(text: str, found: Sequence[Expression]) -> str:
    """Return the text with a blank in the place of each expression."""
    parts: list[str] = []
    position = 0
    for one in found:
        parts.append(text[position : one.start])
        position = one.end
    return " ".join((*parts, text[position:]))


def _read(text: str, trigger: re.Match[str]) -> Expression | None:
    kind = trigger.lastgroup or ""
    blank = _BLANK.match(text, trigger.end())
    after = blank.end() if blank else trigger.end()
    if kind == "for":
        return _read_length(text, trigger.start(), after)
    if kind in {"from", "between"}:
        return next(_read_two(text, trigger.start(), after, kind), None)
    edge = _read_edge(text, after)
    if edge is None:
        return None
    moment, end = edge
    if kind == "through":
        return None if moment.after else Expression(trigger.start(), end, kind, ends=Moment(moment.period, after=True))
    if kind == "until":
        return Expression(trigger.start(), end, kind, ends=moment)
    return None if moment.after else Expression(trigger.start(), end, kind, begins=moment)


def _read_edge(text: str, position: int) -> tuple[Moment, int] | None:
    """Read a period, or the start or end of one, and where it ends; the plain period stands for its first instant."""
    edge = _EDGE.match(text, position)
    if edge and (own := _OWN_UNIT.match(text, edge.end())):
        unit = own["unit"].lower()
        period = Relative("week" if unit == "week" else "month" if unit == "month" else "year", 0)
        return Moment(period, after=edge["edge"].lower() == "end"), own.end()
    period = read_period(text, edge.end() if edge else position)
    return period and (Moment(period[0], after=bool(edge and edge["edge"].lower() == "end")), period[1])


def _read_two(text: str, start: int, position: int, kind: str) -> Iterator[Expression]:
    """Yield ``from P to Q``, ``between P and Q``, ``from P on``; the first is the one to take."""
    first = _read_edge(text, position) or _read_bare_month(text, position)
    if first is None or first[0].after:
        return
    begins, end = first
    if to := (_AND if kind == "between" else _TO).match(text, end):
        if last := _read_edge(text, to.end()):
            through = kind == "from" and (to["word"] or "").lower() == "through"
            ends = Moment(last[0].period, after=True) if through else last[0]
            if shared := _with_year_of(begins, ends):
                yield Expression(start, last[1], kind, shared, ends)
    elif kind == "from" and begins.period not in _MONTHS_ALONE and (on := _ONWARDS.match(text, end)):
        yield Expression(start, on.end(), kind, begins)


def _read_bare_month(text: str, position: int) -> tuple[Moment, int] | None:
    month = _MONTH_ALONE.match(text, position)
    return (Moment(_MONTHS_ALONE[read_month(month["month"]) - 1]), month.end()) if month else None


def _with_year_of(begins: Moment, ends: Moment) -> Moment | None:
    """Give the month of ``from March to May 2024`` its year; None where it is not plainly the same one."""
    first, last = begins.period, ends.period
    if first not in _MONTHS_ALONE:
        return begins
    month = _MONTHS_ALONE.index(first) + 1
    if not isinstance(last, Named) or not last.month or last.day or month >= last.month:
        return None
    return Moment(Named(last.year, month))


def _read_length(text: str, start: int, position: int) -> Expression | None:
    if match := _PAST.match(text, position):
        one = match["one"]
        if one is None:
            return Expression(start, match.end(), "for", begins=Moment(Span(*read_count(match))))
        unit = "week" if one.lower() == "week" else "month" if one.lower() == "month" else "year"
        return Expression(start, match.end(), "for", begins=Moment(Span(1, unit)))
    if match := _NOW.match(text, position):
        return Expression(start, match.end(), "for", begins=Moment(Span(*read_count(match))))
    return None
