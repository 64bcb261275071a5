"""What is asked of a search."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING

from pydantic import Field, ValidationInfo, field_validator

from memgraph_svc.domain._model import Model
from memgraph_svc.domain.episode import EpisodeKind
from memgraph_svc.domain.gist import GistKind
from memgraph_svc.domain.instant import OPEN_END_MS, OPEN_PAST_MS, Instant, to_ms
from memgraph_svc.domain.text import Identifier, Name, Namespace, QueryText
from memgraph_svc.settings import LIMITS, RankingWeights

if TYPE_CHECKING:
    from datetime import datetime

__all__ = ["Combine", "FactQuery", "Question", "Rank", "ScopeFilter", "SearchFilter", "SearchMode", "SearchQuery"]


class SearchMode(StrEnum):
    """How candidates are found."""

    AUTO = "auto"
    RELEVANCE = "relevance"
    FULLTEXT = "fulltext"
    HYBRID = "hybrid"
    PPR = "ppr"


class Rank(StrEnum):
    """How candidates are ordered: by the mode's own score, or by the triple factor."""

    RELEVANCE = "relevance"
    MEMORY = "memory"


class Combine(StrEnum):
    """How the triple factor combines: a weighted mean of scaled factors, or a product of unscaled ones."""

    SUM = "sum"
    PRODUCT = "product"


class ScopeFilter(Model):
    """Where and when a hit must be; acts before ranking and before the limit."""

    namespace: Namespace
    session_id: Identifier | None = None
    conversation_id: Identifier | None = None
    occurred_from: Instant | None = Field(default=None, description="first instant, inclusive")
    occurred_to: Instant | None = Field(default=None, description="last instant, exclusive")
    as_of: Instant | None = Field(default=None, description="valid time: only what held and had happened then")
    known_at: Instant | None = Field(default=None, description="recorded time: only what was recorded by then")

    @field_validator("occurred_to")
    @classmethod
    def _ordered(cls, value: datetime | None, info: ValidationInfo) -> datetime | None:
        start: datetime | None = info.data.get("occurred_from")
        if start is not None and value is not None and start >= value:
            raise ValueError("must be after occurred_from")
        return value

    @property
    def from_ms(self) -> int:
        """First millisecond of the window of time, inclusive."""
        return OPEN_PAST_MS if self.occurred_from is None else to_ms(self.occurred_from)

    @property
    def to_ms(self) -> int:
        """End of the window of time, exclusive; nothing that happened after ``as_of`` is in it."""
        end = OPEN_END_MS if self.occurred_to is None else to_ms(self.occurred_to)
        return end if self.as_of is None else min(end, to_ms(self.as_of) + 1)

    @property
    def known_ms(self) -> int:
        """Millisecond by which things must be recorded; all that is recorded, however clocks differ, if not given."""
        return OPEN_END_MS - 1 if self.known_at is None else to_ms(self.known_at)


class SearchFilter(ScopeFilter):
    """What an episode must be; acts before ranking and before the limit."""

    kinds: tuple[EpisodeKind, ...] = Field(default=tuple(EpisodeKind), min_length=1)
    include_archived: bool = False

    @property
    def walk_to_ms(self) -> int:
        """End of the time that a walk over the graph may touch: what happened by ``as_of``."""
        return OPEN_END_MS if self.as_of is None else to_ms(self.as_of) + 1

    @property
    def archived_states(self) -> list[bool]:
        """States of archiving to look at."""
        return [False, True] if self.include_archived else [False]

    @property
    def any_time(self) -> bool:
        """Whether neither instant is given."""
        return self.as_of is None and self.known_at is None

    def at_ms(self, now: datetime) -> int:
        """Millisecond at which facts must hold."""
        return to_ms(self.as_of or now)

    def live_after_ms(self, now: datetime) -> int:
        """Facts that hold end later than this; what was believed at another time may have ended at any."""
        return self.at_ms(now) if self.known_at is None else OPEN_PAST_MS - 1


class Question(Model):
    """What is looked for, and how it is found and ranked."""

    query: QueryText
    mode: SearchMode = SearchMode.AUTO
    rank: Rank = Rank.MEMORY
    combine: Combine = Combine.SUM
    limit: int = Field(default=LIMITS.search_default, ge=1, le=LIMITS.search_limit, strict=True)
    weights: RankingWeights | None = Field(default=None, description="weights of the triple factor")


class SearchQuery(SearchFilter, Question):
    """A search of episodes."""

    @field_validator("kinds", mode="before")
    @classmethod
    def _none_is_default(cls, value: object) -> object:
        if isinstance(value, list | tuple | set | frozenset) and any(kind in tuple(GistKind) for kind in value):
            raise ValueError(
                "gist and page have a search of their own: without kinds of episodes, without ppr and explain"
            )
        return tuple(EpisodeKind) if value is None else value


class FactQuery(Model):
    """Which facts are asked for."""

    namespace: Namespace
    subject: Name | None = None
    predicate: Name | None = None
    object: Name | None = None
    as_of: Instant | None = Field(default=None, description="valid time: facts that hold then")
    known_at: Instant | None = Field(default=None, description="recorded time: facts that were believed then")
    include_ended: bool = Field(default=False, strict=True, description="also facts that hold at another time")
    limit: int | None = Field(default=None, ge=1, lt=2**31, strict=True, description="most facts; all if not given")

    def at_ms(self, now: datetime) -> int:
        """Millisecond at which facts must hold."""
        return to_ms(self.as_of or now)

    @property
    def known_ms(self) -> int:
        """Millisecond by which things must be recorded."""
        return OPEN_END_MS - 1 if self.known_at is None else to_ms(self.known_at)
