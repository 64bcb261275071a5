"""Predicates that are declared single-valued, to and from the graph."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from memgraph_svc.graph.graph import Runner

__all__ = ["PredicateRepository"]


@dataclass(frozen=True, slots=True)
class PredicateRepository:
    """Declared predicates of one graph or unit of work."""

    runner: Runner

    def get(self, namespace: str, name: str) -> tuple[int, ...]:
        """Moments at which a predicate was declared single-valued and not, in turn."""
        rows = self.runner.run("predicates.get", namespace=namespace, name=name)
        return tuple(rows[0]["switches"]) if rows else ()

    def declare(self, namespace: str, name: str, switches: Sequence[int]) -> None:
        """Set those moments."""
        self.runner.run("predicates.declare", namespace=namespace, name=name, switches=list(switches))

    def list(self, namespace: str) -> list[str]:
        """Predicates that are declared single-valued, sorted."""
        return [row["name"] for row in self.runner.run("predicates.list", namespace=namespace)]

    def subjects(self, namespace: str, name: str, *, after: str, limit: int) -> list[str]:
        """Subjects that have a fact with a predicate, a page in order after a name."""
        rows = self.runner.run("predicates.subjects", namespace=namespace, name=name, after=after, limit=limit)
        return [row["subject"] for row in rows]
