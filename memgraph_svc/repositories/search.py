"""Finding episodes, and reading what ranking and a reader need of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from memgraph_svc.domain.episode import EpisodeKind
from memgraph_svc.domain.instant import from_ms
from memgraph_svc.graph.filters import filter_parameters, optional_parameters, overfetch
from memgraph_svc.scoring.windows import Window

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    import numpy as np
    from numpy.typing import NDArray

    from memgraph_svc.domain.query import SearchFilter
    from memgraph_svc.graph.graph import Runner

__all__ = ["FulltextCandidate", "HitRow", "SearchRepository", "Turn"]


@dataclass(frozen=True, slots=True)
class FulltextCandidate:
    """An episode that holds a word of the question."""

    episode_id: str
    content: str
    word_count: int


@dataclass(frozen=True, slots=True)
class HitRow:
    """What is shown and ranked of a hit."""

    episode_id: str
    kind: EpisodeKind
    content: str
    session_id: str | None
    occurred_at: datetime
    accessed_at_ms: int
    importance: float


@dataclass(frozen=True, slots=True)
class Turn:
    """Who speaks in an episode, where, and what is beside it."""

    role: str | None
    session_id: str | None
    window: Window


@dataclass(frozen=True, slots=True)
class SearchRepository:
    """Searches of one graph."""

    runner: Runner

    def nearest(self, filters: SearchFilter, vector: NDArray[np.float32], *, limit: int) -> dict[str, float]:
        """Cosine of the episodes nearest to a (dimension,) unit vector, best first."""
        # a null never reaches the index: what is not asked for is not in the query
        given = {name: value for name, value in optional_parameters(filters).items() if value is not None}
        name = {
            (): "search.vector",
            ("session_id",): "search.vector_session",
            ("conversation_id",): "search.vector_conversation",
            ("session_id", "conversation_id"): "search.vector_both",
        }[tuple(given)]
        rows = self.runner.run(
            name, **filter_parameters(filters), **given, vector=vector.tolist(), limit=limit, fetch=overfetch(limit)
        )
        # one that was deleted while the index was searched has no id any more
        return {row["episode_id"]: row["cosine"] for row in rows if row["episode_id"] is not None}

    def fulltext(self, filters: SearchFilter, lucene: str, *, limit: int) -> list[FulltextCandidate]:
        """Episodes that hold words of a question, in no order that matters."""
        rows = self.runner.run(
            "search.fulltext",
            **filter_parameters(filters), **optional_parameters(filters), lucene=lucene, limit=limit,
        )  # fmt: skip
        return [FulltextCandidate(**row) for row in rows]

    def commits(self, namespace: str) -> tuple[int, int]:
        """How many writes a namespace has seen, and since when; what was acknowledged before is counted."""
        row = self.runner.run("search.commits", namespace=namespace)[0]
        return row["commits"], row["since_ms"]

    def lengths(self, namespace: str) -> tuple[int, float]:
        """How many episodes a namespace has, and how many words they have on average, stop words not counted."""
        row = self.runner.run("search.lengths", namespace=namespace)[0]
        return row["episodes"], row["average_length"]

    def word_frequencies(self, words: Sequence[str]) -> list[int]:
        """How many episodes hold each word, each given as a query of the index for a namespace."""
        return self.runner.run("search.word_frequencies", lucene=list(words))[0]["frequencies"]

    def turns(self, filters: SearchFilter, episode_ids: Sequence[str]) -> dict[str, Turn]:
        """Read who speaks and what is beside episodes that pass the filters; those beside them are in it too."""
        rows = self.runner.run(
            "search.turns",
            **filter_parameters(filters), **optional_parameters(filters), episode_ids=list(episode_ids),
        )  # fmt: skip
        return {
            row["episode_id"]: Turn(
                row["role"], row["session_id"],
                Window(row["word_count"], tuple(row["neighbors"]), row["words_around"]),
            )
            for row in rows
        }  # fmt: skip

    def holds_any(self, namespace: str) -> bool:
        """Whether the namespace holds an episode."""
        return bool(self.runner.run("search.any", namespace=namespace))

    def hydrate(self, namespace: str, episode_ids: Sequence[str]) -> dict[str, HitRow]:
        """Read hits by id; an episode that is gone by now is absent."""
        rows = self.runner.run("search.hydrate", namespace=namespace, episode_ids=list(episode_ids))
        return {
            row["episode_id"]: HitRow(
                row["episode_id"], EpisodeKind(row["kind"]), row["content"], row["session_id"],
                from_ms(row["occurred_at_ms"]), row["accessed_at_ms"], row["importance"],
            )
            for row in rows
        }  # fmt: skip
