"""Facts: subject, predicate, object, when they hold, and when that was believed."""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum

from pydantic import Field

from memgraph_svc.domain._model import Model
from memgraph_svc.domain.interval import Interval
from memgraph_svc.domain.text import Name, canonical_name

__all__ = ["Conflict", "Fact", "FactDraft", "FactReport", "Supersede"]


class Supersede(StrEnum):
    """Which facts one that was extracted from a text may end."""

    NEVER = "never"
    FUNCTIONAL = "functional"


class FactDraft(Interval):
    """A fact as it is given or extracted. Its two ends are entities; one whose ends are equal is refused at write."""

    subject: Name
    predicate: Name = Field(description="a value, never a relationship type")
    object: Name
    confidence: float = Field(default=1.0, gt=0, le=1, allow_inf_nan=False)
    functional: bool = Field(
        default=False, strict=True, description="the subject has one value of the predicate at a time"
    )

    @property
    def text(self) -> str:
        """The fact as a sentence; this is what is embedded."""
        return f"{self.subject} {self.predicate} {self.object}"

    @property
    def is_loop(self) -> bool:
        """Whether subject and object are the same entity."""
        return canonical_name(self.subject) == canonical_name(self.object)


class Fact(FactDraft):
    """One version of a fact: what is, or was, believed of its validity."""

    fact_id: str
    recorded_at: datetime = Field(description="when it was first believed")
    invalidated_at: datetime | None = Field(default=None, description="when it was not believed any more")
    invalidated_by: str | None = Field(default=None, description="id of the fact that took its place, if one did")
    sources: tuple[str, ...] = Field(default=(), description="ids of the episodes that state it")


class Conflict(Model):
    """What a source said and something else is believed, or believed for a shorter time than it said."""

    fact_id: str
    subject: str
    predicate: str
    object: str
    valid_from: datetime | None = None
    valid_to: datetime | None = None
    source: str | None = Field(default=None, description="id of the episode that said it, if one did")
    confidence: float
    won_by: Fact | None = Field(default=None, description="the fact that is believed instead")


class FactReport(Model):
    """What was done to facts."""

    fact_id: str | None = Field(default=None, description="id of the fact that it is about, where there is one")
    facts: int = Field(default=0, description="facts made")
    ended: int = Field(default=0, description="facts that are not believed any more as they were")
    reused: int = Field(default=0, description="statements that were known already")
    contradicted: tuple[str, ...] = Field(default=(), description="ids of stated facts that are not believed as said")
