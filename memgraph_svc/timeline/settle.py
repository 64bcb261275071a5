"""What is believed of the claims that are known at one moment.

The rule, for the claims of one subject and predicate:

1. Of the same fact (subject, predicate, object), a claim without an end ends at the earliest stated end after its
   beginning; overlapping and adjacent periods are one period, whose sources are united.
2. Where the predicate has one value at a time, claims of episodes that say no beginning, of several objects, hold one
   after the other: each begins when it was said, those said first in the open past. Of several objects that begin at
   the same instant one counts, the others not at all: the one said last, then the most confident, then the last by
   name. Each claim ends where one of another object that counts begins.
3. A claim that is not firm (extracted) changes no period of firm ones, which are settled first: if it overlaps one of
   its fact, it is a source of that. Where the predicate has one value at a time, it ends where a firm one of another
   object begins, if it says since when it holds; it counts only if it contradicts nothing that is believed. Adjacent
   to a firm period of its fact it is a source of that. Of those that are not firm the earliest goes first, then the
   one said first, then the most confident, then the first by name.

The outcome is a function of the set of claims: the order in which they arrived has no part in it.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import defaultdict
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import TYPE_CHECKING, TypeVar

from memgraph_svc.domain.instant import OPEN_END_MS, OPEN_PAST_MS
from memgraph_svc.timeline.undated import counted_from

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from memgraph_svc.domain.claim import Claim, ClaimKey

__all__ = ["Belief", "Settlement", "settle", "united_confidence"]


@dataclass(frozen=True, slots=True)
class Belief:
    """A period in which a fact is believed to hold, with the claims behind it in the order of their beginnings."""

    object: str
    from_ms: int
    to_ms: int
    claims: tuple[Claim, ...]

    @property
    def sources(self) -> dict[str, float]:
        """Confidence of each source, the highest of its claims; empty text stands for claims without an episode."""
        found: dict[str, float] = {}
        for claim in self.claims:
            found[claim.source] = max(claim.confidence, found.get(claim.source, 0.0))
        return dict(sorted(found.items()))

    @property
    def confidence(self) -> float:
        """Chance that not every source is wrong, if they err independently."""
        return united_confidence(self.sources.values())

    def touches(self, other: Belief | _Period) -> bool:
        """Whether they overlap or are adjacent."""
        return other.from_ms <= self.to_ms and other.to_ms >= self.from_ms

    def overlaps(self, other: Belief | _Period) -> bool:
        """Whether both hold at one instant."""
        return other.from_ms < self.to_ms and other.to_ms > self.from_ms


@dataclass(frozen=True, slots=True)
class Settlement:
    """What is believed, sorted by beginning, and what wins over each contradicted claim."""

    beliefs: tuple[Belief, ...]
    contradicted: dict[ClaimKey, tuple[str, int]]


@dataclass(frozen=True, slots=True)
class _Period:
    claim: Claim
    to_ms: int

    @property
    def object(self) -> str:
        return self.claim.object

    @property
    def from_ms(self) -> int:
        return self.claim.from_ms

    def overlaps(self, other: _Period) -> bool:
        return other.from_ms < self.to_ms and other.to_ms > self.from_ms


_T = TypeVar("_T", "Claim", _Period)


def united_confidence(confidences: Iterable[float]) -> float:
    """Chance that at least one of independent sources is right."""
    right = 0.0
    for confidence in confidences:
        right += confidence * (1.0 - right)
    return right


def settle(claims: Iterable[Claim], *, single: bool) -> Settlement:
    """Decide what is believed of the claims of one subject and predicate.

    Args:
        claims: Those that are known and not retracted.
        single: The predicate has one value at a time.
    """
    known = sorted(claims, key=lambda c: (c.from_ms, c.to_ms, c.object, c.fact_id, c.source))
    if not single:
        return Settlement(_sorted(b for same in _by_object(known) for b in _settle_one(same)), {})
    contradicted: dict[ClaimKey, tuple[str, int]] = {}
    beliefs = _settle_firm([claim for claim in known if claim.firm], contradicted)
    beliefs = _add_weak(beliefs, [claim for claim in known if not claim.firm], contradicted)
    # claims win at instants; what is believed then may have begun earlier
    won = {key: (obj, _beginning(beliefs, obj, ms)) for key, (obj, ms) in contradicted.items()}
    return Settlement(_sorted(beliefs), won)


def _settle_one(claims: Sequence[Claim]) -> list[Belief]:
    firm = _united(_closed([claim for claim in claims if claim.firm]))
    return _add_weak(firm, [claim for claim in claims if not claim.firm], {})


def _beginning(beliefs: Iterable[Belief], obj: str, ms: int) -> int:
    return next(b.from_ms for b in beliefs if b.object == obj and b.from_ms <= ms < b.to_ms)


def _settle_firm(claims: Sequence[Claim], contradicted: dict[ClaimKey, tuple[str, int]]) -> list[Belief]:
    claims = counted_from(claims)
    at: dict[int, list[Claim]] = defaultdict(list)
    for claim in claims:
        at[claim.from_ms].append(claim)
    winners = {start: _winner(starting) for start, starting in at.items()}
    counted = [claim for claim in claims if claim.object == winners[claim.from_ms]]
    contradicted |= {c.key: (winners[c.from_ms], c.from_ms) for c in claims if c.object != winners[c.from_ms]}
    ended_by: dict[int, int] = {}
    starts = sorted(winners)
    following: int | None = None
    for start, later in reversed(list(pairwise(starts))):
        if winners[start] != winners[later]:
            following = later
        if following is not None:
            ended_by[start] = following
    periods: list[_Period] = []
    for period in (p for same in _by_object(counted) for p in _closed(same)):
        claim, end = period.claim, ended_by.get(period.claim.from_ms, OPEN_END_MS)
        if end < claim.to_ms < OPEN_END_MS:
            contradicted[claim.key] = (winners[end], end)
        periods.append(_Period(claim, min(period.to_ms, end)))
    return [belief for same in _by_object(periods) for belief in _united(same)]


def _winner(claims: Sequence[Claim]) -> str:
    def rank(same: Sequence[Claim]) -> tuple[int, float, str]:
        confidence = Belief(same[0].object, 0, 1, tuple(same)).confidence
        return (max(c.said_ms for c in same), confidence, same[0].object)

    return max(_by_object(claims), key=rank)[0].object


def _add_weak(
    firm: list[Belief], claims: Sequence[Claim], contradicted: dict[ClaimKey, tuple[str, int]]
) -> list[Belief]:
    firm = sorted(firm, key=lambda b: b.from_ms)
    # no two of them overlap, so their ends are in order too
    starts, ends, behind = [b.from_ms for b in firm], [b.to_ms for b in firm], [list(b.claims) for b in firm]
    alone: list[_Period] = []
    last: Belief | None = None  # what the periods in ``alone`` that reach farthest are together
    counted = [claim for belief in firm for claim in belief.claims]
    for period in sorted((p for same in _by_object([*counted, *claims]) for p in _closed(same)), key=_turn):
        claim = period.claim
        if claim.firm:
            continue
        following = range(bisect_right(starts, claim.from_ms), len(firm) if claim.from_ms > OPEN_PAST_MS else 0)
        later = next((firm[i] for i in following if firm[i].object != claim.object), None)
        if later is not None and later.from_ms < period.to_ms:
            period = _Period(claim, later.from_ms)  # noqa: PLW2901  # what follows looks at the shorter one
            if claim.to_ms < OPEN_END_MS:
                contradicted[claim.key] = (later.object, later.from_ms)
        near = range(bisect_left(ends, period.from_ms), bisect_right(starts, period.to_ms))
        beside = [i for i in near if firm[i].object == claim.object]
        within = [i for i in beside if firm[i].overlaps(period)]
        others = [] if last is None else [last]
        others = (b for b in (*(firm[i] for i in near), *others) if b.object != claim.object and b.overlaps(period))
        rival = next(others, None)
        if within or (beside and rival is None):
            behind[(within or beside)[0]].append(claim)
        elif rival is not None:
            contradicted[claim.key] = (rival.object, rival.from_ms)
        else:
            alone.append(period)
            joins = last is not None and last.object == claim.object and last.to_ms >= period.from_ms
            start, end = (last.from_ms, last.to_ms) if last is not None and joins else (period.from_ms, period.to_ms)
            last = Belief(claim.object, start, max(end, period.to_ms), ())
    beliefs = [replace(belief, claims=tuple(behind[i])) for i, belief in enumerate(firm)]
    return beliefs + [belief for same in _by_object(alone) for belief in _united(same)]


def _turn(period: _Period) -> tuple[int, int, float, str, ClaimKey]:
    claim = period.claim
    return (claim.from_ms, claim.said_ms, -claim.confidence, claim.object, claim.key)


def _closed(claims: Sequence[Claim]) -> list[_Period]:
    """Periods of the claims of one fact: one without an end ends at the earliest stated end after its beginning."""
    firm = sorted(c.to_ms for c in claims if c.firm and c.to_ms < OPEN_END_MS)
    stated = sorted(c.to_ms for c in claims if c.to_ms < OPEN_END_MS)
    periods: list[_Period] = []
    for claim in claims:
        ends = firm if claim.firm else stated
        place = bisect_right(ends, claim.from_ms)
        later = ends[place] if place < len(ends) else OPEN_END_MS
        periods.append(_Period(claim, later if claim.to_ms == OPEN_END_MS else claim.to_ms))
    return periods


def _united(periods: Iterable[_Period]) -> list[Belief]:
    """Make one of the overlapping and adjacent periods of a fact."""
    runs: list[list[_Period]] = []
    end = OPEN_PAST_MS
    for period in sorted(periods, key=lambda p: (p.claim.from_ms, p.to_ms)):
        if runs and period.from_ms <= end:
            runs[-1].append(period)
            end = max(end, period.to_ms)
        else:
            runs.append([period])
            end = period.to_ms
    return [
        Belief(run[0].object, run[0].from_ms, max(p.to_ms for p in run), tuple(p.claim for p in run)) for run in runs
    ]


def _by_object(items: Iterable[_T]) -> list[list[_T]]:
    found: dict[str, list[_T]] = defaultdict(list)
    for item in items:
        found[item.object].append(item)
    return [found[name] for name in sorted(found)]


def _sorted(beliefs: Iterable[Belief]) -> tuple[Belief, ...]:
    return tuple(sorted(beliefs, key=lambda b: (b.from_ms, b.object)))
