"""CausalGraph: why something happened, by the causes that were recorded."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any, Final

from memgraph_svc.domain._model import validated
from memgraph_svc.domain.cause import CausePath, CauseStep, WhyAnswer, WhyQuery, WhyVerdict
from memgraph_svc.errors import NotFoundError
from memgraph_svc.scoring.causal import best_paths, longest_paths
from memgraph_svc.services.excerpt import cut_at_word

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import datetime

    from memgraph_svc.ports.clock import Clock
    from memgraph_svc.repositories.causes import CauseLink
    from memgraph_svc.repositories.store import Store

__all__ = ["CausalGraph"]

_SHORT: Final = 200
"""Characters of the content of a cause."""

_Links = dict[str, dict[str, "CauseLink"]]
"""By effect and cause."""


class CausalGraph:
    """Causes between episodes. It tells what was asserted, and proves no causation."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self._store = store
        self._clock = clock

    def why(
        self,
        episode_id: str,
        *,
        namespace: str,
        hops: int = 3,
        as_of: datetime | str | None = None,
        known_at: datetime | str | None = None,
    ) -> WhyAnswer:
        """Find the recorded causes of an episode, and the roots of them. Never writes.

        A cause counts if it holds and is known at the instants, did not happen after its effect, and is not archived.
        Each cause is told on the best path to it. A root has no cause itself: where the causes go on beyond the last
        hop, there is none on that path.

        Args:
            episode_id: Effect.
            namespace: Tenant.
            hops: Causes in a row at most, 1 to 10.
            as_of: Valid time; now if not given.
            known_at: Recorded time; all that is recorded if not given.

        Raises:
            InvalidInputError: A value breaks a rule.
            NotFoundError: The episode is not in this namespace.
        """
        given: dict[str, Any] = {"as_of": as_of, "known_at": known_at}
        asked = validated(WhyQuery, {"namespace": namespace, "episode_id": episode_id, "hops": hops, **given})
        if not self._store.episodes.find_hashes(asked.namespace, [asked.episode_id]):
            raise NotFoundError(f"episode {asked.episode_id!r} is not in namespace {asked.namespace!r}")
        links = self._reached(asked)
        confidences = {
            effect: {cause: link.confidence for cause, link in found.items()} for effect, found in links.items()
        }
        best = best_paths(confidences, asked.episode_id, hops=asked.hops)
        paths = tuple(
            CausePath(score=score, steps=_steps(links, [asked.episode_id, *path]))
            for score, path in longest_paths(best.values())
        )
        roots = tuple(cause for cause in best if cause not in links)
        return WhyAnswer(answer=WhyVerdict.PATHS if paths else WhyVerdict.NONE, paths=paths, roots=roots)

    def _reached(self, asked: WhyQuery) -> _Links:
        """Causes of the effect and of each cause, round by round; one round more than hops tells which are roots."""
        now = self._clock.now()
        links: _Links = {}
        seen, frontier = {asked.episode_id}, {asked.episode_id}
        for _ in range(asked.hops + 1):
            if not frontier:
                break
            # one character more than is shown tells whether there is more
            for link in self._store.causes.find_of(asked, frontier, now=now, characters=_SHORT + 1):
                links.setdefault(link.effect, {}).setdefault(link.cause, link)
            frontier = {cause for effect in frontier for cause in links.get(effect, ())} - seen
            seen |= frontier
        return links


def _steps(links: Mapping[str, Mapping[str, CauseLink]], path: Sequence[str]) -> tuple[CauseStep, ...]:
    followed = [links[effect][cause] for effect, cause in pairwise(path)]
    return tuple(
        CauseStep(
            episode_id=link.cause,
            content=cut_at_word(link.content, lambda text: len(text) <= _SHORT),
            confidence=link.confidence,
            kind=link.kind,
            source=link.source,
            occurred_at=link.occurred_at,
        )
        for link in followed
    )
