"""Facts, to and from the graph."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from memgraph_svc.domain.identity import namespace_token
from memgraph_svc.graph.codec import encode_end, encode_instant, encode_start
from memgraph_svc.graph.filters import overfetch, time_parameters

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from datetime import datetime

    import numpy as np
    from numpy.typing import NDArray

    from memgraph_svc.domain.prepared import PreparedFact
    from memgraph_svc.domain.query import SearchFilter
    from memgraph_svc.graph.graph import Row, Runner

__all__ = ["FactMatch", "FactRepository"]


@dataclass(frozen=True, slots=True)
class FactMatch:
    """A fact near a question, with its ends and how many episodes mention them."""

    fact_id: str
    subject: str
    object: str
    subject_name: str
    object_name: str
    cosine: float
    subject_passages: int
    object_passages: int


@dataclass(frozen=True, slots=True)
class FactRepository:
    """Facts of one graph or unit of work."""

    runner: Runner

    def find_known(self, namespace: str, fact_ids: Iterable[str]) -> set[str]:
        """Which of these facts are stored with their vector."""
        rows = self.runner.run("facts.find_known", namespace=namespace, fact_ids=sorted(set(fact_ids)))
        return {row["fact_id"] for row in rows}

    def state(
        self, namespace: str, facts: Sequence[PreparedFact], recorded_at: datetime
    ) -> tuple[int, int, list[PreparedFact]]:
        """State facts between existing entities.

        Returns:
            How many are new, how many have no vector, and those that are stored with another end or functional mark.
        """
        stated: dict[str, list[PreparedFact]] = {}
        for fact in facts:
            stated.setdefault(fact.fact_id, []).append(fact)
        rows = [_row(namespace, same, recorded_at) for _, same in sorted(stated.items())]
        found = self.runner.run("facts.assert", namespace=namespace, rows=rows)
        differing = [
            fact
            for row in found
            for fact in stated[row["fact_id"]]
            if (fact.draft.to_ms, fact.draft.functional) != (row["valid_to_ms"], row["functional"])
        ]
        return sum(row["created"] for row in found), sum(row["bare"] for row in found), differing

    def withdraw(self, namespace: str, episode_id: str, subjects: Iterable[str], *, keep: Iterable[str] = ()) -> int:
        """Take an episode back as a source of the facts of these subjects, but for the facts that it still states.

        Returns:
            How many facts went with it, having no other source.
        """
        rows = self.runner.run(
            "facts.withdraw",
            namespace=namespace, episode_id=episode_id, names=sorted(set(subjects)), keep=sorted(set(keep)),
        )  # fmt: skip
        return rows[0]["deleted"]

    def nearest(
        self, filters: SearchFilter, vector: NDArray[np.float32], *, now: datetime, limit: int
    ) -> list[FactMatch]:
        """Facts that hold and are nearest to a (dimension,) unit vector, best first."""
        rows = self.runner.run(
            "facts.nearest",
            namespace=filters.namespace,
            vector=vector.tolist(),
            at_ms=filters.at_ms(now),
            limit=limit,
            fetch=overfetch(limit),
            **time_parameters(filters),
        )
        return [FactMatch(**row) for row in rows]


def _row(namespace: str, same: Sequence[PreparedFact], recorded_at: datetime) -> Row:
    """Row of one fact that several episodes of a batch may state; the first of them says it."""
    fact = same[0]
    by_source = {other.source: other.draft.confidence for other in same if other.source is not None}
    return {
        "subject": fact.subject,
        "object": fact.object,
        "fact_id": fact.fact_id,
        "sources": list(by_source),
        "confidences": list(by_source.values()),
        "confidence": fact.draft.confidence,
        "embedding": None if fact.embedding is None else fact.embedding.tolist(),
        "props": {
            "ns_token": namespace_token(namespace),
            "predicate": fact.draft.predicate,
            "text": fact.draft.text,
            "functional": fact.draft.functional,
            **encode_start("valid_from", fact.draft.valid_from),
            **encode_end("valid_to", fact.draft.valid_to),
            **encode_instant("recorded_at", recorded_at),
            **encode_end("invalidated_at", None),
        },
    }
