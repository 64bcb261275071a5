"""Similarity links between episodes."""

from __future__ import annotations

from pydantic import Field

from memgraph_svc.domain._model import Model

__all__ = ["LinkReport", "NearPair", "Neighbor"]


class Neighbor(Model):
    """An episode linked to another one."""

    episode_id: str
    content: str
    score: float = Field(description="cosine of the two embeddings, -1..1")


class NearPair(Model):
    """Two episodes that are alike, linked or not."""

    low: str = Field(description="smaller id")
    high: str = Field(description="greater id")
    score: float = Field(description="cosine of the two embeddings, -1..1")


class LinkReport(Model):
    """What linking did."""

    episodes: int = Field(description="episodes looked at")
    created: int = Field(description="links made")
    removed: int = Field(description="links that the rule no longer asks for")
    kept: int = Field(description="links that were there already")
    stopped_after: str | None = Field(
        default=None, description="last episode of a pass that was stopped, to go on after it; none: it is complete"
    )
