"""Whether the service can work, and what to do if not."""

from __future__ import annotations

from pydantic import Field

from memgraph_svc.domain._model import Model

__all__ = ["Check", "Health"]


class Check(Model):
    """One thing that was looked at."""

    name: str
    ok: bool
    detail: str = Field(description="what was found, and what is needed where they differ")
    fix: str = Field(default="", description="what to do; empty when it is fine")


class Health(Model):
    """All checks, and the versions found."""

    ok: bool
    server: str | None = Field(description="version of Neo4j")
    gds: str | None = Field(description="version of Graph Data Science")
    schema_version: int | None = Field(serialization_alias="schema", description="applied migrations")
    checks: tuple[Check, ...]
