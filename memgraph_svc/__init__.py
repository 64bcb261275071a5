"""Memory of LLM agents in Neo4j: episodes, links, facts with validity, and PageRank inside the database."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from memgraph_svc.services.memory import MemoryService
    from memgraph_svc.settings import Settings

__all__ = ["open_memory"]


def open_memory(settings: Settings | None = None, *, warn: bool = False) -> MemoryService:
    """Open the memory; see :func:`memgraph_svc.bootstrap.open_memory`. Imports what it needs at the first call."""
    from memgraph_svc import bootstrap  # the command line's --help need not load a model runtime

    return bootstrap.open_memory(settings, warn=warn)
