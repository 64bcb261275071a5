"""The history of beliefs: replaying what was known when."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from memgraph_svc.domain.instant import OPEN_END_MS
from memgraph_svc.timeline.settle import Settlement, settle

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from memgraph_svc.domain.claim import Claim, ClaimKey
    from memgraph_svc.timeline.settle import Belief

__all__ = ["History", "Period", "Version", "replay"]

_SEVERAL: Final = 2

Period = tuple[str, int, int]
"""Object, beginning and end of a belief."""


@dataclass(frozen=True, slots=True)
class Version:
    """A belief and when it was held: from ``recorded_ms`` until ``invalidated_ms``.

    Attributes:
        period: What was believed.
        belief: The claims behind it at last; None if it ended as the replay began: they are as they were.
        recorded_ms: First moment.
        invalidated_ms: First moment at which it was not held any more, or the open end.
        replaced_by: Object and beginning of the belief that took its place, if one did.
    """

    period: Period
    belief: Belief | None
    recorded_ms: int
    invalidated_ms: int = OPEN_END_MS
    replaced_by: tuple[str, int] | None = None


@dataclass(frozen=True, slots=True)
class History:
    """Versions that were held at some time since the replay began, and what wins over each contradicted claim now."""

    versions: tuple[Version, ...]
    contradicted: Mapping[ClaimKey, tuple[str, int]]


def replay(
    claims: Sequence[Claim],
    before: Mapping[Period, int],
    *,
    since: int,
    single: Callable[[int, Sequence[Claim]], bool],
    switches: Iterable[int] = (),
) -> History:
    """Work out the beliefs of one subject and predicate from a moment on.

    Args:
        claims: Every claim there is, the retracted ones too.
        before: The beliefs that were held just before, and since when.
        since: First moment, in milliseconds, at which something may differ from what is stored.
        single: Whether the predicate has one value at a time, from a moment and the claims known then.
        switches: Moments at which that may change without a claim.
    """
    held, last = dict(before), dict[Period, "Belief"]()
    versions: list[Version] = []
    settlement = Settlement((), {})
    shape: frozenset[tuple[str, int, int, bool]] | None = None
    pending: tuple[list[Claim], bool] | None = None
    moments = {since, *switches, *(ms for c in claims for ms in (c.recorded_ms, c.retracted_ms))}
    for moment in sorted(m for m in moments if since <= m < OPEN_END_MS):
        known = [claim for claim in claims if claim.known_at(moment)]
        one = single(moment, known)
        before_it, shape = shape, _shape(known)
        if shape is not None and shape == before_it:
            pending = known, one  # no period changes, only what is behind them
            continue
        if pending is not None:
            last = _by_period(settle(pending[0], single=pending[1]))
            pending = None
        settlement = settle(known, single=one)
        now = _by_period(settlement)
        for period in sorted(held.keys() - now.keys()):
            replaced = _successor(period, settlement.beliefs, single=one)
            versions.append(Version(period, last.get(period), held.pop(period), moment, replaced))
        for period in sorted(now.keys() - held.keys()):
            held[period] = moment
        last = now
    if pending is not None:
        settlement = settle(pending[0], single=pending[1])
        last = _by_period(settlement)
    versions += [Version(period, last.get(period), recorded) for period, recorded in held.items()]
    return History(tuple(versions), settlement.contradicted)


def _by_period(settlement: Settlement) -> dict[Period, Belief]:
    return {(b.object, b.from_ms, b.to_ms): b for b in settlement.beliefs}


def _shape(known: Iterable[Claim]) -> frozenset[tuple[str, int, int, bool]] | None:
    """What the periods of a single object depend on, however many claims say it; None for claims of several objects."""
    shape = frozenset((c.object, c.from_ms, c.to_ms, c.firm) for c in known)
    return shape if len({obj for obj, *_ in shape}) < _SEVERAL else None


def _successor(period: Period, beliefs: Sequence[Belief], *, single: bool) -> tuple[str, int] | None:
    """The belief that took the place of one: of another object that begins within it, else one that it became part of.

    Only where the predicate has one value at a time does another object take a place.
    """
    obj, start, end = period
    rivals = [b for b in beliefs if single and b.object != obj and start <= b.from_ms < end]
    parts = [b for b in beliefs if b.object == obj and b.from_ms < end and b.to_ms > start]
    found = min(rivals, key=lambda b: b.from_ms, default=None) or next(iter(parts), None)
    return (found.object, found.from_ms) if found else None
