"""Projections that a process left behind when it was killed."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

from memgraph_svc.projection.names import CALL_LIFE, is_leftover

if TYPE_CHECKING:
    from memgraph_svc.graph.graph import Graph

__all__ = ["find_leftovers"]


def find_leftovers(graph: Graph, *, older_than: timedelta = CALL_LIFE) -> list[str]:
    """Names of our projections that are older than any call lives, or were kept by a process that has ended."""
    # this client brings pandas and pyarrow, which a plain search need not wait for
    from graphdatascience import GraphDataScience

    gds = GraphDataScience(graph.driver, database=graph.database, arrow=False, show_progress=False)
    now = datetime.now(UTC)
    return [
        info.graph_name
        for info in gds.graph.list()
        if is_leftover(info.graph_name, now - info.creation_time.astimezone(UTC), call_life=older_than)
    ]
