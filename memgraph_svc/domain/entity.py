"""Entities: the people, services and things that episodes mention."""

from __future__ import annotations

from typing import Any

from pydantic import Field, model_validator

from memgraph_svc.domain._model import Model
from memgraph_svc.domain.text import Name, canonical_name

__all__ = ["Entity", "EntityMention", "EntitySummary"]


class EntityMention(Model):
    """A name as an episode spells it."""

    name: Name = Field(description="name as spelled")
    type: Name = Field(default="entity", description="kind of entity; not part of its identity")
    count: int = Field(default=1, ge=1, lt=2**31, strict=True, description="times it occurs in the episode")

    @model_validator(mode="before")
    @classmethod
    def _from_name(cls, value: Any) -> Any:  # noqa: ANN401  # anything may come from outside
        return {"name": value} if isinstance(value, str) else value

    @property
    def canonical(self) -> str:
        """Canonical name, the identity within a namespace."""
        return canonical_name(self.name)


class Entity(Model):
    """An entity as it is stored."""

    entity_id: str
    name: str = Field(description="spelling that was seen first")
    canonical_name: str
    type: str
    aliases: tuple[str, ...] = ()


class EntitySummary(Entity):
    """An entity with how much is known of it."""

    mentions: int = Field(description="episodes that mention it, by any of its names")
    facts: int = Field(description="facts of it that hold now, as subject or object")
