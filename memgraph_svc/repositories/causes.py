"""Causes, to and from the graph."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from memgraph_svc.domain.instant import from_ms
from memgraph_svc.graph.codec import encode_end, encode_instant, encode_start

if TYPE_CHECKING:
    from collections.abc import Iterable
    from datetime import datetime

    from memgraph_svc.domain.query import SearchFilter
    from memgraph_svc.graph.graph import Runner

__all__ = ["CauseLink", "CauseRepository"]

_ASSERTED_CONFIDENCE: Final = 0.9


@dataclass(frozen=True, slots=True)
class CauseLink:
    """One recorded cause of one effect; ``content`` is the beginning of that of the cause."""

    effect: str
    cause: str
    content: str
    confidence: float
    kind: str
    source: str | None
    occurred_at: datetime


@dataclass(frozen=True, slots=True)
class CauseRepository:
    """Causes of one graph or unit of work."""

    runner: Runner

    def create(self, namespace: str, pairs: Iterable[tuple[str, str]], recorded_at: datetime) -> set[tuple[str, str]]:
        """Connect (effect, cause) pairs; returns those whose cause exists and did not happen later."""
        rows = [
            {
                "effect": effect,
                "cause": cause,
                "props": {
                    "namespace": namespace,
                    "kind": "asserted",
                    "confidence": _ASSERTED_CONFIDENCE,
                    "source": effect,
                    **encode_start("valid_from", None),
                    **encode_end("valid_to", None),
                    **encode_instant("recorded_at", recorded_at),
                    **encode_end("invalidated_at", None),
                },
            }
            for effect, cause in sorted(set(pairs))
        ]
        found = self.runner.run("causes.create", namespace=namespace, rows=rows)
        return {(row["effect"], row["cause"]) for row in found}

    def find_of(
        self, filters: SearchFilter, episode_ids: Iterable[str], *, now: datetime, characters: int
    ) -> list[CauseLink]:
        """Causes of some episodes that hold and are known at the instants of a filter, the surest of a pair first.

        Args:
            filters: Tenant and instants.
            episode_ids: Effects.
            now: Instant at which causes must hold where the filter gives none.
            characters: How much of the content of a cause is wanted.
        """
        rows = self.runner.run(
            "causes.why",
            namespace=filters.namespace,
            episode_ids=sorted(set(episode_ids)),
            characters=characters,
            to_ms=filters.walk_to_ms,
            at_ms=filters.at_ms(now),
            known_ms=filters.known_ms,
        )
        return [CauseLink(occurred_at=from_ms(row.pop("occurred_at_ms")), **row) for row in rows]

    def delete_of(self, namespace: str, episode_id: str) -> int:
        """Remove the causes of an episode."""
        return self.runner.run("causes.delete_of", namespace=namespace, episode_id=episode_id)[0]["deleted"]

    def delete_later(self, namespace: str, episode_id: str) -> list[str]:
        """Remove an episode as a cause of what happened before it; returns those effects."""
        rows = self.runner.run("causes.delete_later", namespace=namespace, episode_id=episode_id)
        return [row["effect"] for row in rows]
