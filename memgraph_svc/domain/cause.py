"""Why something happened: paths over recorded causes."""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum
from typing import Final

from pydantic import Field

from memgraph_svc.domain._model import Model
from memgraph_svc.domain.query import SearchFilter
from memgraph_svc.domain.text import Identifier

__all__ = ["MOST_HOPS", "CausePath", "CauseStep", "WhyAnswer", "WhyQuery", "WhyVerdict"]

MOST_HOPS: Final = 10
"""Causes in a row that a question may ask for."""


class WhyQuery(SearchFilter):
    """A question for the causes of an episode."""

    episode_id: Identifier
    hops: int = Field(default=3, ge=1, le=MOST_HOPS, strict=True, description="causes in a row at most")


class CauseStep(Model):
    """One cause, and how surely it is one of what stands before it."""

    episode_id: str
    content: str = Field(description="beginning of its content")
    confidence: float = Field(description="0..1, of the cause as such")
    kind: str = Field(description="asserted, inferred or tested")
    source: str | None = Field(description="id of the episode that states the cause")
    occurred_at: datetime


class CausePath(Model):
    """Causes in a row, from the nearest one to the farthest."""

    score: float = Field(description="0..1: confidences multiplied, each hop damped")
    steps: tuple[CauseStep, ...]


class WhyVerdict(StrEnum):
    """Whether a cause is recorded."""

    PATHS = "paths"
    NONE = "no recorded cause"


class WhyAnswer(Model):
    """Recorded causes of an episode. They say what was asserted, and prove no causation."""

    answer: WhyVerdict
    paths: tuple[CausePath, ...] = Field(
        default=(), description="best path to each cause, best first; one that leads on is part of the longer one"
    )
    roots: tuple[str, ...] = Field(default=(), description="reached episodes that have no cause, likeliest first")
