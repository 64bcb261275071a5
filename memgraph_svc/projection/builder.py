"""Makes projections: natively where the server can take the weights as they are stored, else by a query."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from memgraph_svc.domain.instant import OPEN_END_MS, OPEN_PAST_MS
from memgraph_svc.errors import ProjectionError, QueryFailedError
from memgraph_svc.graph.identifiers import RelationshipType, namespace_label

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import datetime

    from memgraph_svc.domain.query import SearchFilter
    from memgraph_svc.graph.graph import Graph
    from memgraph_svc.settings import PPRConfig

__all__ = ["Freshness", "Moment", "NativePlan", "ProjectionBuilder", "Size"]

_PAGE_BYTES: Final = 2_400_000
_NODE_BYTES: Final = 60
_RELATIONSHIP_BYTES: Final = 24
"""Measured: what a part of the nodes that is read on its own takes for each type, then each node and relationship."""

_PART_NODES: Final = 1024
_QUERY_PARTS: Final = 4
_MANY_NODES: Final = 100_000
"""Above, several threads are worth the memory that each takes."""

_NATIVE_COST: Final = 1.0
_QUERY_COST: Final = 20.0
"""Microseconds for each relationship: of its type in the store, and of the namespace."""

_QUERY_START: Final = 100_000.0
"""Microseconds that a query takes more than a native projection to start."""


@dataclass(frozen=True, slots=True)
class Freshness:
    """How many writes a namespace has seen, since when, and whether the projection that was asked about is there."""

    commits: int
    since_ms: int
    exists: bool


@dataclass(frozen=True, slots=True)
class Size:
    """Nodes and relationships of a namespace, and relationships of each type in the store."""

    nodes: int
    relationships: int
    stored: Mapping[str, int]

    def bytes(self, types: int, threads: int) -> int:
        """Memory that a native projection of some types takes at most; with no type, that of a query."""
        parts = types * min(8 * threads, 1 + self.nodes // _PART_NODES) if types else _QUERY_PARTS
        return parts * _PAGE_BYTES + self.nodes * _NODE_BYTES + self.relationships * _RELATIONSHIP_BYTES


@dataclass(frozen=True, slots=True)
class Moment:
    """Instants between which the same things hold, the end exclusive; ``stored`` if they are as a native one has it."""

    from_ms: int
    until_ms: int
    stored: bool


@dataclass(frozen=True, slots=True)
class NativePlan:
    """Types of a native projection, each with its weight as the server takes it, and how many threads read them."""

    types: Mapping[str, Mapping[str, Any]]
    threads: int


class ProjectionBuilder:
    """Makes, measures and drops projections of one store."""

    def __init__(self, graph: Graph) -> None:
        self._graph = graph

    def freshness(self, namespace: str, name: str) -> Freshness:
        """Read how many writes a namespace has seen. What was acknowledged before is counted."""
        return Freshness(**self._graph.run("projection.freshness", namespace=namespace, graph_name=name)[0])

    def size(self, filters: SearchFilter, config: PPRConfig, now: datetime) -> Size:
        """Count what would be projected.

        Raises:
            ProjectionError: The namespace is larger than the bound.
        """
        after = filters.live_after_ms(now)
        size = Size(**self._graph.run("projection.size", namespace=filters.namespace, live_after_ms=after)[0])
        if size.relationships > config.max_relationships:
            raise ProjectionError(
                f"namespace {filters.namespace!r} has {size.relationships} relationships, "
                f"the bound is {config.max_relationships}",
                hint="raise MEMGRAPH_PPR__MAX_RELATIONSHIPS if the server has the memory",
            )
        return size

    def moment(self, filters: SearchFilter, now: datetime) -> Moment:
        """Find out between which instants the same things hold."""
        at_ms, label = filters.at_ms(now), namespace_label(filters.namespace)
        row = self._graph.run(
            "projection.moment", namespace=filters.namespace, at_ms=at_ms, open_ms=OPEN_END_MS, label=label
        )[0]
        causes = row["causes"][0]
        before = [*row["ended"], *row["began"], *causes["before"]]
        after = [*row["ends"], *row["begins"], *causes["after"]]
        told = not (row["ends"] or row["begins"] or causes["odd"])
        hidden = not (row["archived"] if filters.include_archived else row["exposed"])
        return Moment(
            max((ms for ms in before if ms is not None), default=OPEN_PAST_MS),
            min((ms for ms in after if ms is not None), default=OPEN_END_MS),
            stored=told and hidden,
        )

    def project(self, name: str, filters: SearchFilter, config: PPRConfig, now: datetime) -> None:
        """Project by a query, whatever is asked.

        Raises:
            ProjectionError: The server could not.
        """
        try:
            self._graph.run(
                "projection.project",
                namespace=filters.namespace,
                graph_name=name,
                archived=filters.archived_states,
                to_ms=filters.walk_to_ms,
                at_ms=filters.at_ms(now),
                live_after_ms=filters.live_after_ms(now),
                known_ms=filters.known_ms,
                **config.edge_weights,
            )
        except QueryFailedError as error:
            raise ProjectionError("the server could not project the namespace", hint=error.message) from error

    def plan(self, config: PPRConfig, size: Size, moment: Moment) -> NativePlan | None:
        """Say how to project natively, where the weights allow it and it is the cheaper way."""
        types = _native_types(config, size.stored) if moment.stored and size.nodes else {}
        walked = sum(size.stored[kind] for kind in types)
        if not types or walked * _NATIVE_COST > _QUERY_START + size.relationships * _QUERY_COST:
            return None
        return NativePlan(types, config.concurrency if size.nodes > _MANY_NODES else 1)

    def project_native(self, name: str, namespace: str, plan: NativePlan) -> bool:
        """Project what bears the label of the namespace; False where the server cannot."""
        try:
            self._graph.run(
                "projection.project_native",
                graph_name=name, label=namespace_label(namespace), relationships=dict(plan.types),
                concurrency=plan.threads,
            )  # fmt: skip
        except QueryFailedError:
            return False  # the query can do it, or knows why it cannot
        return True

    def memory(self, name: str) -> int:
        """Bytes that a projection takes."""
        return sum(row["bytes"] for row in self._graph.run("projection.memory", graph_name=name))

    def drop(self, names: Sequence[str]) -> None:
        """Drop projections, if they are there."""
        if names:
            self._graph.run("projection.drop", graph_names=list(names))


def _native_types(config: PPRConfig, stored: Mapping[str, int]) -> dict[str, dict[str, Any]]:
    """The types that have a weight, as the server takes them; nothing if it cannot.

    It takes a number for all of a type or the one that is stored, without a factor: all weights are divided by that of
    the types whose own is stored, if these have the same. PageRank knows their ratios only.
    """
    scored = {
        RelationshipType.SIMILAR_TO: (config.similar_weight, "score"),
        RelationshipType.SYNONYM_OF: (config.synonym_weight, "score"),
        RelationshipType.CAUSED_BY: (config.cause_weight, "confidence"),
    }
    plain = {
        RelationshipType.MENTIONS: config.mention_weight,
        RelationshipType.RELATES_TO: config.fact_weight,
        RelationshipType.NEXT: config.next_weight,
    }
    factors = {factor for kind, (factor, _) in scored.items() if factor > 0 and stored[kind]}
    if len(factors) > 1:
        return {}
    scale = factors.pop() if factors else 1.0
    found = {kind: ("weight", weight / scale) for kind, weight in plain.items() if weight > 0}
    found |= {kind: (key, 0.0) for kind, (factor, key) in scored.items() if factor > 0 and stored[kind]}
    return {
        kind.value: {
            "orientation": "UNDIRECTED",
            "properties": {"weight": {"property": key, "defaultValue": default}},
        }
        for kind, (key, default) in found.items()
    }
