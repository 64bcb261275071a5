"""Episodes: what an agent lives through."""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum
from typing import Annotated, Any

from pydantic import AliasChoices, Field

from memgraph_svc.domain._model import Model
from memgraph_svc.domain.entity import EntityMention
from memgraph_svc.domain.fact import FactDraft
from memgraph_svc.domain.identity import digest
from memgraph_svc.domain.instant import Instant
from memgraph_svc.domain.metadata import Metadata, dump_metadata
from memgraph_svc.domain.note import Note
from memgraph_svc.domain.text import Content, Identifier, Name
from memgraph_svc.settings import LIMITS

__all__ = ["Episode", "EpisodeDraft", "EpisodeKind"]


class EpisodeKind(StrEnum):
    """What an episode is."""

    MESSAGE = "message"
    TOOL_CALL = "tool_call"
    TOOL_RESULT = "tool_result"
    OBSERVATION = "observation"
    DOCUMENT = "document"


_Importance = Annotated[
    float, Field(ge=LIMITS.importance_min, le=LIMITS.importance_max, allow_inf_nan=False, description="1-10")
]


class EpisodeDraft(Model):
    """An episode as a caller gives it; the short names of an ingest line (id, session, conversation) are accepted."""

    content: Content
    episode_id: Identifier | None = Field(
        default=None, validation_alias=AliasChoices("episode_id", "id"), description="made from the draft if not given"
    )
    kind: EpisodeKind = EpisodeKind.MESSAGE
    role: Name | None = Field(default=None, description="who speaks or which tool answers")
    session_id: Identifier | None = Field(default=None, validation_alias=AliasChoices("session_id", "session"))
    conversation_id: Identifier | None = Field(
        default=None,
        validation_alias=AliasChoices("conversation_id", "conversation"),
        description="that of the session, if an earlier row named it; a later row does not name it for earlier ones",
    )
    turn: int | None = Field(
        default=None, ge=0, lt=2**31, strict=True, description="place in the session; the next one if not given"
    )
    occurred_at: Instant | None = Field(default=None, description="the clock at the first write if not given")
    importance: _Importance = LIMITS.importance_default
    entities: tuple[EntityMention, ...] | None = Field(
        default=None, max_length=LIMITS.entities_per_episode, description="extracted from the content if not given"
    )
    facts: tuple[FactDraft, ...] | None = Field(
        default=None, max_length=LIMITS.facts_per_episode, description="extracted from the content if not given"
    )
    caused_by: tuple[Identifier, ...] = Field(
        default=(), max_length=LIMITS.causes_per_episode, description="ids of episodes that caused this one"
    )
    metadata: Metadata = Field(default_factory=dict)

    def identity(self, namespace: str) -> str:
        """Return the given id, or the one made of what was given."""
        if self.episode_id is not None:
            return self.episode_id
        parts = (namespace, self.session_id, self.turn, self.kind, self.role, self.occurred_at, self.content)
        return "ep_" + digest(parts)

    def payload_hash(self) -> str:
        """Hash of everything given but the id: a repeat is identical iff this is equal."""
        given: list[str | int | float | datetime | None] = [
            self.content, self.kind, self.role, self.session_id, self.conversation_id, self.turn,
            self.occurred_at, self.importance, dump_metadata(self.metadata),
        ]  # fmt: skip
        for entity in self.entities or ():
            given += ["entity", entity.name, entity.type, entity.count]
        for fact in self.facts or ():
            given += ["fact", fact.subject, fact.predicate, fact.object, fact.valid_from, fact.valid_to]
            given += [fact.confidence, str(fact.functional)]
        given += ["no entities" if self.entities is None else None, "no facts" if self.facts is None else None]
        given += sorted(self.caused_by)
        return digest(given)


class Episode(Model):
    """An episode as it is stored."""

    episode_id: str
    content: str
    kind: EpisodeKind
    role: str | None = None
    session_id: str | None = None
    conversation_id: str | None = None
    turn: int | None = None
    occurred_at: datetime
    recorded_at: datetime
    last_accessed_at: datetime | None = None
    uses: int = 0
    importance: float
    archived: bool = False
    embedding_model: str
    windows: int = Field(default=1, description="windows of the model that the content was embedded in")
    note: Note
    metadata: dict[str, Any]
