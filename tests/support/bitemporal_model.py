"""Bi-temporal facts in memory, from the definitions: what is believed is decided anew for each instant asked for."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field, replace
from math import prod

PAST, OPEN = -(2**53) + 1, 2**53 - 1
"""An open beginning and an open end, in milliseconds."""


@dataclass(frozen=True, slots=True)
class Statement:
    """That a fact holds in ``[start, end)``, said by a source and known from a moment until it is taken back."""

    object: str
    start: int
    end: int
    known: int = 0
    subject: str = "s"
    predicate: str = "p"
    source: str = ""
    said: int = OPEN
    confidence: float = 1.0
    firm: bool = True
    functional: bool = False
    spelling: str = ""
    taken_back: int = OPEN


@dataclass(slots=True)
class BitemporalModel:
    """Everything that was said, and when predicates were declared single-valued (at even places) or not."""

    statements: list[Statement] = field(default_factory=list[Statement])
    declared: dict[str, list[int]] = field(default_factory=lambda: defaultdict(list))

    def retract(self, subject: str, predicate: str, obj: str, start: int, *, known: int) -> None:
        """Take back from now on what is behind a fact.

        That is what was stated with its beginning, what begins within its period as it is believed, and what was
        extracted and overlaps that.
        """
        told = self._told(subject, predicate, known - 1)
        single = self._single(predicate, told, known - 1)
        counted = _counted_from(told) if single else told
        instants = {ms for s in (*told, *counted) for ms in (s.start, s.end)} | {start}

        def holds(at: int) -> bool:
            return obj in believed(told, at, single=single)

        stands = holds(start) and not holds(start - 1)
        until = min((ms for ms in instants if ms > start and not holds(ms)), default=OPEN)

        def behind(raw: Statement, begun: Statement) -> bool:
            stated = raw.start == start and (raw.start == begun.start or not stands)
            within = stands and start <= begun.start < until
            return stated or within or (stands and not raw.firm and raw.start < until and raw.end > start)

        taken = [raw for raw, begun in zip(told, counted, strict=True) if raw.object == obj and behind(raw, begun)]
        self.statements = [
            replace(s, taken_back=min(s.taken_back, known)) if s in taken else s for s in self.statements
        ]

    def forget(self, source: str) -> None:
        """Forget a source as if it had never been."""
        self.statements = [s for s in self.statements if s.source != source]

    def declare(self, predicate: str, *, functional: bool, known: int) -> None:
        """Declare a predicate single-valued or not; saying what holds already changes nothing."""
        if (len(self.declared[predicate]) % 2 == 1) != functional:
            self.declared[predicate].append(known)

    def objects(self, subject: str, predicate: str, *, at: int, known: int) -> set[str]:
        """Objects that a subject has at an instant, as known at another one."""
        told = self._told(subject, predicate, known)
        return believed(told, at, single=self._single(predicate, told, known))

    def _told(self, subject: str, predicate: str, known: int) -> list[Statement]:
        same = [s for s in self.statements if (s.subject, s.predicate) == (subject, predicate)]
        return [s for s in same if s.known <= known < s.taken_back]

    def _single(self, predicate: str, told: list[Statement], known: int) -> bool:
        declared = sum(moment <= known for moment in self.declared.get(predicate, ())) % 2 == 1
        return declared or any(s.functional for s in told)


def believed(told: list[Statement], at: int, *, single: bool) -> set[str]:
    """Objects believed at an instant, of the statements about one subject and predicate."""
    if not single:
        return {obj for obj in {s.object for s in told} if _holds([s for s in told if s.object == obj], at)}
    told = _counted_from(told)
    counted = [s for s in told if s.firm and s.object == _winner(told, s.start)]
    counting = _counting_weak(counted, [s for s in told if not s.firm])
    return _firm(counted, at) | {s.object for s in counting if s.start <= at < s.end}


def _holds(told: list[Statement], at: int) -> bool:
    """Whether one fact holds where a subject may have several."""
    firm, weak = [s for s in told if s.firm], [s for s in told if not s.firm]
    return bool(_firm(firm, at)) or any(s.start <= at < s.end for s in _counting_weak(firm, weak))


def _counted_from(told: list[Statement]) -> list[Statement]:
    """Clause 2: firm ones of several objects that episodes say without a beginning begin when they were said."""
    undated = [s for s in told if s.firm and s.start == PAST]
    if len({s.object for s in undated}) <= 1 or OPEN in {s.said for s in undated}:
        return told
    first = min(s.said for s in undated)
    return [replace(s, start=s.said) if s in undated and first < s.said < s.end else s for s in told]


def _end(statement: Statement, told: list[Statement]) -> int:
    """Clause 1: one without an end ends at the earliest stated end after its beginning; a firm one, at a firm one."""
    if statement.end != OPEN:
        return statement.end
    same = [s for s in told if s.object == statement.object and (s.firm or not statement.firm)]
    return min(s.end for s in same if s.end > statement.start)


def _winner(told: list[Statement], start: int) -> str:
    """Clause 2: of the firm ones that begin at an instant, the one said last, then the surest, then the last name."""

    def rank(obj: str) -> tuple[int, float, str]:
        same = [s for s in told if s.firm and (s.object, s.start) == (obj, start)]
        sure = {s.source: max(o.confidence for o in same if o.source == s.source) for s in same}
        return (max(s.said for s in same), 1 - prod(1 - confidence for confidence in sure.values()), obj)

    return max((s.object for s in told if s.firm and s.start == start), key=rank)


def _firm(counted: list[Statement], at: int) -> set[str]:
    """Clause 2: each ends where one of another object begins."""
    return {
        s.object for s in counted
        if s.start <= at < _end(s, counted)
        and not any(o.object != s.object and s.start < o.start <= at for o in counted)
    }  # fmt: skip


def _counting_weak(counted: list[Statement], weak: list[Statement]) -> list[Statement]:
    """Clause 3: those that are not firm and count by themselves, the earliest first, with their ends."""
    instants = {ms for s in (*counted, *weak) for ms in (s.start, s.end)}
    counting: list[Statement] = []
    for told in sorted(weak, key=lambda s: (s.start, s.said, -s.confidence, s.object, s.spelling, s.source, s.end)):
        others_begin = [ms for ms in instants if ms > told.start > PAST and _firm(counted, ms) - {told.object}]
        end = min([_end(told, counted + weak), *others_begin])
        within = [ms for ms in instants if told.start <= ms < end]
        firm = set[str]().union(*(_firm(counted, ms) for ms in within))
        others = {s.object for s in counting for ms in within if s.start <= ms < s.end}
        beside = _firm(counted, told.start - 1) | _firm(counted, end)
        if told.object not in firm and not (firm | others) - {told.object} and told.object not in beside:
            counting.append(replace(told, end=end))
    return counting
