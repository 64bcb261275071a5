"""The history of beliefs: replaying what was known when."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from memgraph_svc.domain.instant import OPEN_END_MS
from memgraph_svc.timeline.settle import settle

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from memgraph_svc.domain.claim import Claim, ClaimKey
    from memgraph_svc.timeline.settle import Belief

__all__ = ["History", "Period", "Version", "replay"]

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
    contradicted: Mapping[ClaimKey, tuple[str, int]] = {}
    moments = {since, *switches, *(ms for c in claims for ms in (c.recorded_ms, c.retracted_ms))}
    for moment in sorted(m for m in moments if since <= m < OPEN_END_MS):
        known = [claim for claim in claims if claim.known_at(moment)]
        one = single(moment, known)
        settlement = settle(known, single=one)
        contradicted = settlement.contradicted
        now = {(b.object, b.from_ms, b.to_ms): b for b in settlement.beliefs}
        for period in sorted(held.keys() - now.keys()):
            replaced = _successor(period, settlement.beliefs, single=one)
            versions.append(Version(period, last.get(period), held.pop(period), moment, replaced))
        for period in sorted(now.keys() - held.keys()):
            held[period] = moment
        last = now
    versions += [Version(period, last.get(period), recorded) for period, recorded in held.items()]
    return History(tuple(versions), contradicted)


def _successor(period: Period, beliefs: Sequence[Belief], *, single: bool) -> tuple[str, int] | None:
    """The belief that took the place of one: of another object that begins within it, else one that it became part of.

    Only where the predicate has one value at a time does another object take a place.
    """
    obj, start, end = period
    rivals = [b for b in beliefs if single and b.object != obj and start <= b.from_ms < end]
    parts = [b for b in beliefs if b.object == obj and b.from_ms < end and b.to_ms > start]
    found = min(rivals, key=lambda b: b.from_ms, default=None) or next(iter(parts), None)
    return (found.object, found.from_ms) if found else None
