"""Counts and versions."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from memgraph_svc.graph.graph import Runner

__all__ = ["AdminRepository"]


@dataclass(frozen=True, slots=True)
class AdminRepository:
    """Administrative reads of one graph."""

    runner: Runner

    def stats(self, namespace: str) -> dict[str, int]:
        """Counts of a namespace: episodes, entities, facts, similar_to, caused_by, gists, sessions."""
        return self.runner.run("admin.stats", namespace=namespace)[0]

    def index_states(self) -> dict[str, str]:
        """State of each index by name."""
        return {row["name"]: row["state"] for row in self.runner.run("admin.list_indexes")}
