"""What a write did: no silent success, no silent loss."""

from __future__ import annotations

from pydantic import Field

from memgraph_svc.domain._model import Model

__all__ = ["DeleteReport", "InsertReport", "Refusal"]


class Refusal(Model):
    """A row, or a part of one, that was not written."""

    line: int | None = Field(default=None, description="1-based row, where rows have numbers")
    id: str | None = Field(default=None, description="episode id, where it is known")
    field: str
    rule: str


class InsertReport(Model):
    """What an insert created, reused, linked and refused. Reports of batches add up."""

    episode_ids: tuple[str, ...] = Field(default=(), description="ids in the order of the rows that landed")
    created: int = 0
    reused: int = 0
    updated: int = 0
    linked: int = Field(default=0, description="SIMILAR_TO made")
    facts: int = Field(default=0, description="facts made")
    ended: int = Field(default=0, description="facts that are not believed any more as they were")
    contradicted: int = Field(default=0, description="facts stated that are not believed as they were said")
    mentions: int = Field(default=0, description="MENTIONS made")
    refused: tuple[Refusal, ...] = Field(default=(), description="rows not written, and parts left out of written rows")

    def __add__(self, other: InsertReport) -> InsertReport:
        return InsertReport(
            episode_ids=self.episode_ids + other.episode_ids,
            created=self.created + other.created,
            reused=self.reused + other.reused,
            updated=self.updated + other.updated,
            linked=self.linked + other.linked,
            facts=self.facts + other.facts,
            ended=self.ended + other.ended,
            contradicted=self.contradicted + other.contradicted,
            mentions=self.mentions + other.mentions,
            refused=self.refused + other.refused,
        )


class DeleteReport(Model):
    """What a delete took with it."""

    episodes: int = 0
    facts: int = 0
    entities: int = 0
    links: int = 0
    sessions: int = 0
