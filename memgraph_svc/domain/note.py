"""The note of an episode (A-MEM, section 3.1): what it is about, apart from its raw content."""

from __future__ import annotations

from pydantic import Field

from memgraph_svc.domain._model import Model

__all__ = ["Note"]


class Note(Model):
    """Keywords, tags, one context line and the statements of an episode."""

    keywords: tuple[str, ...] = Field(default=(), description="names and terms, most telling first")
    tags: tuple[str, ...] = Field(default=(), description="kind, role and types of the entities")
    context: str = Field(default="", description="one line that says what the episode is about")
    statements: tuple[str, ...] = Field(default=(), description="plain sentences, one a statement")
