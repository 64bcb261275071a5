"""What a search answers."""

from __future__ import annotations

from datetime import datetime

from pydantic import Field

from memgraph_svc.domain._model import Model
from memgraph_svc.domain.episode import EpisodeKind
from memgraph_svc.domain.gist import GistKind
from memgraph_svc.domain.query import SearchMode

__all__ = ["Explanation", "Hit", "PathStep", "SearchResult", "Seed"]


class PathStep(Model):
    """One hop of the path from a seed to a hit."""

    source: str = Field(description="name of an entity, or id of an episode")
    relation: str = Field(description="predicate of a fact, or type of the relationship")
    target: str = Field(description="name of an entity, or id of an episode")
    valid_from: datetime | None = Field(default=None, description="from when a fact or cause holds; none: ever")
    valid_to: datetime | None = Field(default=None, description="until when, exclusive; none: no end is known")


class Seed(Model):
    """A node that Personalized PageRank starts from."""

    kind: str = Field(description="entity or episode")
    key: str = Field(description="canonical name, or episode id")
    name: str = Field(description="name to show")
    weight: float = Field(ge=0, description="share of the restart mass, before normalisation")
    origin: str = Field(description="what led to it: query, fact or passage")


class Hit(Model):
    """An episode that was found, or a gist or page."""

    id: str = Field(description="id of the episode, gist or page")
    kind: EpisodeKind | GistKind
    content: str = Field(description="what was said; of a gist or page, what is kept, in plain English")
    score: float = Field(description="0..1, higher is better")
    parts: dict[str, float] = Field(description="raw values behind the score")
    arms: tuple[str, ...] = Field(description="what found it, best first")
    path: tuple[PathStep, ...] = Field(
        default=(), description="strongest path from a seed, for the first hundred hits of PPR"
    )
    occurred_at: datetime = Field(description="of a gist or page: when its last turn happened")
    session_id: str | None = None


class SearchResult(Model):
    """Hits in order, and how they were decided."""

    query: str
    mode: SearchMode = Field(description="mode that was run")
    decided_by: str = Field(description="why this mode, and what fell back or was cut")
    hits: tuple[Hit, ...] = ()


class Explanation(Model):
    """A statement that draws the evidence of a hit in Neo4j Browser."""

    query: str
    id: str | None
    cypher: str
    params: dict[str, object]
    path: tuple[PathStep, ...] = ()
