"""Episodes made ready outside the transaction: all that needs a model or a clock is done."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from memgraph_svc.domain.pair import ordered_pair

if TYPE_CHECKING:
    from datetime import datetime

    import numpy as np
    from numpy.typing import NDArray

    from memgraph_svc.domain.claim import ClaimDraft
    from memgraph_svc.domain.entity import EntityMention
    from memgraph_svc.domain.episode import EpisodeDraft
    from memgraph_svc.domain.note import Note
    from memgraph_svc.domain.pair import Pair

__all__ = ["NewLink", "PreparedEpisode"]


@dataclass(frozen=True, slots=True)
class PreparedEpisode:
    """An episode with everything that its write needs.

    ``embedding`` is (dimension,) float32 of norm 1. ``entities`` holds each canonical name once, the ends of the facts
    among them. ``session_conversation`` is the conversation of its session, where that is known.
    """

    line: int
    draft: EpisodeDraft
    episode_id: str
    payload_hash: str
    occurred_at: datetime
    recorded_at: datetime
    embedding: NDArray[np.float32]
    windows: int
    word_count: int
    note: Note
    entities: dict[str, EntityMention]
    facts: tuple[ClaimDraft, ...]
    entity_vectors: dict[str, NDArray[np.float32]] = field(default_factory=dict)
    session_conversation: str | None = None


@dataclass(frozen=True, slots=True)
class NewLink:
    """A link of a new episode to another one."""

    source: str
    target: str
    score: float

    @property
    def pair(self) -> Pair:
        """Return the two ids in the order in which the relationship is stored."""
        return ordered_pair(self.source, self.target)
