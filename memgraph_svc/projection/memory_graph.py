"""Projections of a namespace into the memory of Graph Data Science: private to a call, bounded, always dropped."""

from __future__ import annotations

import uuid
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Final

from memgraph_svc.errors import MemgraphError, ProjectionError, QueryFailedError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import datetime

    from memgraph_svc.domain.query import SearchFilter
    from memgraph_svc.graph.graph import Graph
    from memgraph_svc.settings import PPRConfig

__all__ = ["PROJECTION_PREFIX", "MemoryGraph"]

PROJECTION_PREFIX: Final = "memgraph_"
"""Beginning of every projection's name; the rest is unique."""


class MemoryGraph:
    """Makes projections of what is live and holds in one namespace at one instant."""

    def __init__(self, graph: Graph) -> None:
        self._graph = graph

    @contextmanager
    def project(self, filters: SearchFilter, config: PPRConfig, now: datetime) -> Iterator[str]:
        """Project, yield the name of the projection, and drop it on every way out.

        The window of time and the kinds of a filter decide what is ranked, not what is walked over: of the filter
        only the namespace, the instants and the state count here.

        Raises:
            ProjectionError: The namespace is larger than the bound, or the server could not project it.
        """
        at_ms = filters.at_ms(now)
        live_after_ms = filters.live_after_ms(now)
        size = self._graph.run("projection.size", namespace=filters.namespace, live_after_ms=live_after_ms)[0]
        if size["relationships"] > config.max_relationships:
            raise ProjectionError(
                f"namespace {filters.namespace!r} has {size['relationships']} relationships, "
                f"the bound is {config.max_relationships}",
                hint="raise MEMGRAPH_PPR__MAX_RELATIONSHIPS if the server has the memory",
            )
        name = f"{PROJECTION_PREFIX}{uuid.uuid4().hex}"
        try:
            try:
                self._graph.run(
                    "projection.project",
                    namespace=filters.namespace,
                    graph_name=name,
                    archived=[False, True] if filters.include_archived else [False],
                    to_ms=filters.walk_to_ms,
                    at_ms=at_ms,
                    live_after_ms=live_after_ms,
                    known_ms=filters.known_ms,
                    mentions=config.mention_weight,
                    facts=config.fact_weight,
                    similar=config.similar_weight,
                    next=config.next_weight,
                    causes=config.cause_weight,
                )
            except QueryFailedError as error:
                raise ProjectionError("the server could not project the namespace", hint=error.message) from error
            yield name
        except BaseException:
            # what went wrong is the news, not that a server which is gone cannot drop either
            with suppress(MemgraphError):
                self._drop(name)
            raise
        self._drop(name)

    def _drop(self, name: str) -> None:
        self._graph.run("projection.drop", graph_name=name)
