"""Gists of sessions and their pages, and what keeps them in step with the episodes."""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum
from typing import Final

from pydantic import Field, field_validator

from memgraph_svc.domain._model import Model
from memgraph_svc.domain.text import Identifier, Namespace, QueryText
from memgraph_svc.settings import LIMITS

__all__ = [
    "FORMAT",
    "CompressRequest",
    "Gist",
    "GistKind",
    "GistProblem",
    "GistReport",
    "LookUp",
    "LookUpRequest",
    "PageGist",
    "PageRead",
    "Probes",
    "Problem",
]

FORMAT: Final = "trajectory_crl"


class CompressRequest(Model):
    """Which session is compressed, and how far."""

    namespace: Namespace
    session_id: Identifier
    budget: float = Field(gt=0, le=1, strict=True, allow_inf_nan=False)


class Probes(Model):
    """Questions that a session answers, by their accepted answers."""

    answers: tuple[tuple[QueryText, ...], ...] = Field(min_length=1, max_length=LIMITS.batch_searches)

    @field_validator("answers")
    @classmethod
    def _answerable(cls, value: tuple[tuple[str, ...], ...]) -> tuple[tuple[str, ...], ...]:
        if not all(value):
            raise ValueError("must have an accepted answer for each question")
        return value


class LookUpRequest(Model):
    """What is looked for in a session."""

    namespace: Namespace
    session_id: Identifier
    question: QueryText
    pages: int = Field(default=1, ge=1, le=LIMITS.search_limit, strict=True)


class GistKind(StrEnum):
    """What a search may find beside episodes."""

    GIST = "gist"
    PAGE = "page"


class PageGist(Model):
    """What is kept of a page of a session."""

    page_id: str
    first_turn: int = Field(description="number of its first turn")
    last_turn: int = Field(description="number of its last turn")
    crl: str = Field(description="what is kept, as a document of Concept Relational Language")
    text: str = Field(description="the same in plain English")


class Gist(Model):
    """What is kept of a session: shorter than it, never a substitute for it."""

    gist_id: str
    session_id: str
    format: str = FORMAT
    version: int = Field(ge=1, description="counts how often the session was compressed from another source")
    crl: str = Field(description="document of Concept Relational Language, marked as lossy")
    text: str = Field(description="the same in plain English")
    source_hash: str = Field(description="hash of the roles and texts of the turns it was made from")
    original_length: int = Field(ge=0, description="tokens of the session as lines of role and text")
    compressed_length: int = Field(ge=0, description="tokens of the plain English")
    stored_length: int = Field(ge=0, description="tokens of the document")
    tokenizer: str = Field(description="vocabulary that counted them")
    lossy: bool = Field(default=True, description="whether something of the session is not in it")
    retention: float | None = Field(
        default=None, ge=0, le=1, description="share of probe questions that it answers; none: not measured"
    )
    gister: str = Field(description="what made it")
    recorded_at: datetime
    pages: tuple[PageGist, ...] = ()

    @property
    def reduction(self) -> float:
        """Share of the tokens that are gone; says nothing without the retention."""
        return 1 - self.compressed_length / self.original_length if self.original_length else 0.0


class PageRead(Model):
    """A page in full."""

    page_id: str
    first_turn: int
    last_turn: int
    text: str = Field(description="its turns as lines of role and text")
    score: float = Field(description="BM25 of the question over the pages of the session")
    episode_ids: tuple[str, ...] = Field(description="its turns, in order")


class LookUp(Model):
    """The pages of a session that a question is about, best first."""

    session_id: str
    question: str
    pages: tuple[PageRead, ...] = ()


class Problem(StrEnum):
    """What may be wrong with a gist."""

    MISSING = "missing"
    STALE = "stale"
    ORPHANED = "orphaned"
    UNREADABLE = "unreadable"
    NEEDLESS = "needless"


class GistProblem(Model):
    """A session whose gist is not what it should be."""

    session_id: str
    problem: Problem
    detail: str


class GistReport(Model):
    """What bringing gists in step did."""

    planned: int = Field(default=0, description="sessions whose gist was to be made or removed")
    done: int = Field(default=0, description="gists made")
    removed: int = Field(default=0, description="gists removed")
    skipped: int = Field(default=0, description="sessions whose gist was right already, or that are too short")
    failed: int = 0
    items: tuple[GistProblem, ...] = Field(default=(), description="what was planned, and what failed")
    stopped_after: str | None = Field(
        default=None, description="last session of a pass that was stopped, to go on after it; none: it is complete"
    )
