"""Projections that a process left behind when it was killed."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Final

from memgraph_svc.projection.memory_graph import PROJECTION_PREFIX

if TYPE_CHECKING:
    from memgraph_svc.graph.graph import Graph

__all__ = ["find_leftovers"]

_STALE: Final = timedelta(minutes=10)


def find_leftovers(graph: Graph, *, older_than: timedelta = _STALE) -> list[str]:
    """Names of our projections that are older than any call lives."""
    # this client brings pandas and pyarrow, which a plain search need not wait for
    from graphdatascience import GraphDataScience

    gds = GraphDataScience(graph.driver, database=graph.database, arrow=False, show_progress=False)
    limit = datetime.now(UTC) - older_than
    return [
        info.graph_name
        for info in gds.graph.list()
        if info.graph_name.startswith(PROJECTION_PREFIX) and info.creation_time.astimezone(UTC) < limit
    ]
