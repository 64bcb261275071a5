"""Claims that do not say since when, where the predicate has one value at a time."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from memgraph_svc.domain.instant import OPEN_END_MS, OPEN_PAST_MS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from memgraph_svc.domain.claim import Claim

__all__ = ["counted_from"]


def counted_from(claims: Sequence[Claim]) -> list[Claim]:
    """Let each claim that says no beginning begin when it was said, but for those that were said first.

    So the values that episodes tell one after the other hold one after the other. It is done where such claims name
    several objects, and not where one of them was asserted without an episode: that one was said at no moment. A claim
    that had ended when it was said keeps its open past.

    Args:
        claims: Those of one subject and predicate that may end each other.
    """
    undated = [claim for claim in claims if claim.from_ms == OPEN_PAST_MS]
    if len({claim.object for claim in undated}) <= 1 or any(claim.said_ms == OPEN_END_MS for claim in undated):
        return list(claims)
    first = min(claim.said_ms for claim in undated)
    return [
        replace(claim, from_ms=claim.said_ms)
        if claim.from_ms == OPEN_PAST_MS and first < claim.said_ms < claim.to_ms
        else claim
        for claim in claims
    ]
