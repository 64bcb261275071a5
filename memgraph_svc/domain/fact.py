"""Facts: subject, predicate, object, and when they hold."""

from __future__ import annotations

from datetime import datetime

from pydantic import Field

from memgraph_svc.domain.interval import Interval
from memgraph_svc.domain.text import Name, canonical_name

__all__ = ["Fact", "FactDraft"]


class FactDraft(Interval):
    """A fact as it is given or extracted. Its two ends are entities; one whose ends are equal is refused at write."""

    subject: Name
    predicate: Name = Field(description="a value, never a relationship type")
    object: Name
    confidence: float = Field(default=1.0, gt=0, le=1, allow_inf_nan=False)
    functional: bool = Field(default=False, description="the predicate has one value at a time for a subject")

    @property
    def text(self) -> str:
        """The fact as a sentence; this is what is embedded."""
        return f"{self.subject} {self.predicate} {self.object}"

    @property
    def is_loop(self) -> bool:
        """Whether subject and object are the same entity."""
        return canonical_name(self.subject) == canonical_name(self.object)


class Fact(FactDraft):
    """A fact as it is stored."""

    fact_id: str
    recorded_at: datetime
    invalidated_at: datetime | None = None
    sources: tuple[str, ...] = Field(default=(), description="ids of the episodes that state it")
