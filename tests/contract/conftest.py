"""A store to test."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from memgraph_svc.repositories.store import Store

if TYPE_CHECKING:
    from memgraph_svc.graph.graph import Graph


@pytest.fixture
def store(graph: Graph) -> Store:
    return Store(graph)
