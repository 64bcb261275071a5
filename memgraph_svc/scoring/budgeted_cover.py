"""Choose texts that say the most within a budget: weighted cover of their terms, greedily by gain for cost.

Source: Lin and Bilmes, "Multi-document summarization via budgeted maximization of submodular functions", 2010 (greedy
by gain for cost); Badanidiyuru and Vondrák, "Fast algorithms for maximizing submodular functions", 2014 (a gain that is
nearly up to date is good enough, which bounds the work). A term is worth less each time it is said again.
"""

from __future__ import annotations

import heapq
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

__all__ = ["NO_GROUP", "Candidate", "choose"]

NO_GROUP: Final = -1
"""Group of a candidate that stands alone."""

_AGAIN: Final = 0.25
_OVERHEAD: Final = 2  # a crumb of one word is no bargain
_NEAR: Final = 0.9
_LEAST_SHARE: Final = 0.02


@dataclass(frozen=True, slots=True)
class Candidate:
    """A text that may be chosen.

    Args:
        terms: Worth of each term it would cover.
        cost: Tokens, 0 or more.
        group: Candidates of one group share an opening that is paid once; :data:`NO_GROUP` has none.
        opening_cost: Tokens of that opening.
    """

    terms: Mapping[str, float]
    cost: int
    group: int = NO_GROUP
    opening_cost: int = 0


def choose(candidates: Sequence[Candidate], budget: int) -> list[int]:
    """Return the places of the chosen candidates, the most rewarding first; their costs together fit the budget.

    Time grows with n log n: a candidate goes back into the queue only when its gain for its cost has fallen by a tenth,
    and is given up when little of it is left. Equal gains go by place.

    Args:
        candidates: n texts; one without a term of worth is never chosen.
        budget: Tokens.
    """
    return _Choice(candidates, budget).made()


class _Choice:
    def __init__(self, candidates: Sequence[Candidate], budget: int) -> None:
        self._candidates = candidates
        self._left = budget
        self._covered: dict[str, int] = {}
        self._opened: set[int] = set()
        self._members: dict[int, list[int]] = {}
        for place, candidate in enumerate(candidates):
            if candidate.group != NO_GROUP:
                self._members.setdefault(candidate.group, []).append(place)
        self._rates = [self._rate(place) for place in range(len(candidates))]
        self._least = [rate * _LEAST_SHARE for rate in self._rates]
        self._queue = [(-rate, place) for place, rate in enumerate(self._rates) if rate > 0]
        heapq.heapify(self._queue)
        self._chosen: dict[int, None] = {}

    def made(self) -> list[int]:
        while self._queue:
            negative, place = heapq.heappop(self._queue)
            if place in self._chosen or -negative != self._rates[place]:
                continue  # chosen, or queued again since
            rate = self._rate(place)
            if rate < _NEAR * self._rates[place]:
                self._requeue(place, rate)
            elif (cost := self._cost(place)) <= self._left:
                self._left -= cost
                self._take(place)
        return list(self._chosen)

    def _take(self, place: int) -> None:
        self._chosen[place] = None
        candidate = self._candidates[place]
        for term in candidate.terms:
            self._covered[term] = self._covered.get(term, 0) + 1
        if candidate.group != NO_GROUP and candidate.group not in self._opened:
            self._opened.add(candidate.group)
            for other in self._members[candidate.group]:
                if other not in self._chosen:
                    self._requeue(other, self._rate(other))  # cheaper now

    def _requeue(self, place: int, rate: float) -> None:
        self._rates[place] = rate
        if rate > self._least[place]:
            heapq.heappush(self._queue, (-rate, place))

    def _cost(self, place: int) -> int:
        candidate = self._candidates[place]
        return candidate.cost + (0 if candidate.group in self._opened else candidate.opening_cost)

    def _rate(self, place: int) -> float:
        terms = self._candidates[place].terms
        gain = sum(worth * _AGAIN ** self._covered.get(term, 0) for term, worth in terms.items())
        return gain / (self._cost(place) + _OVERHEAD)
