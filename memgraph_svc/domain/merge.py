"""Merging entities: what is proposed, and what was done."""

from __future__ import annotations

from enum import StrEnum

from pydantic import Field

from memgraph_svc.domain._model import Model

__all__ = ["MergeCandidate", "MergeReason", "MergeReport", "SynonymReport"]


class MergeReason(StrEnum):
    """Why two entities may be one, the strongest first."""

    SPELLING = "accent/spelling"
    PLURAL = "plural"
    ABBREVIATION = "abbreviation"
    SIMILAR = "similar name"


class MergeReport(Model):
    """What merging, or undoing it, did. Where there was nothing to do, ``changed`` is false and ``note`` says why."""

    source: str = Field(description="name of the entity that is, or was, merged")
    source_id: str
    target: str = Field(description="name of the entity that it stands, or stood, for")
    target_id: str
    changed: bool = True
    note: str = ""
    mentions: int = Field(default=0, description="episodes that mention the source")
    facts: int = Field(default=0, description="facts (subject, predicate, object) claimed of the source and others")
    between: int = Field(default=0, description="facts claimed between the two: kept, and not believed while merged")
    deleted: int = Field(default=0, description="entities deleted, as nothing speaks of them")


class SynonymReport(Model):
    """What linking entities of like names did."""

    entities: int = Field(description="entities compared")
    created: int = Field(description="pairs noted")
    removed: int = Field(description="pairs that are not alike enough any more")
    kept: int = Field(description="pairs that were noted already")


class MergeCandidate(Model):
    """Two entities that may be one: a proposal, nothing is merged by it. The source would become an alias."""

    source: str
    source_id: str
    target: str
    target_id: str
    score: float = Field(description="how surely they are one, 0..1; for like names the cosine")
    reason: MergeReason
    source_mentions: int = Field(description="episodes that mention the source")
    target_mentions: int = Field(description="episodes that mention the target")
    source_facts: int = Field(description="facts of the source that hold")
    target_facts: int = Field(description="facts of the target that hold")
