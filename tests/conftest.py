"""One server for the whole run: MEMGRAPH_TEST_URI if set, else the embedded one in a folder of its own."""

from __future__ import annotations

import os
import uuid
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from memgraph_svc.adapters.clock import FixedClock
from memgraph_svc.adapters.embedders.hashing import HashingEmbedder
from memgraph_svc.adapters.extractors.heuristic import HeuristicExtractor
from memgraph_svc.bootstrap import build_memory, migrate_store, open_graph
from memgraph_svc.embedded import EmbeddedServer
from memgraph_svc.settings import Settings
from tests.support.graph_state import drop_kept

if TYPE_CHECKING:
    from collections.abc import Iterator

    from memgraph_svc.graph.graph import Graph
    from memgraph_svc.services.memory import MemoryService

NOW = datetime(2026, 5, 1, 12, tzinfo=UTC)


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Settings]:
    """Settings of a running server."""
    if uri := os.environ.get("MEMGRAPH_TEST_URI"):
        yield Settings(
            neo4j_uri=uri,
            neo4j_user=os.environ.get("MEMGRAPH_TEST_USER", "neo4j"),
            neo4j_password=os.environ["MEMGRAPH_TEST_PASSWORD"],
            embedder="hashing",
        )
        return
    home = tmp_path_factory.mktemp("neo4j")
    with EmbeddedServer(home, Settings().cache) as running:
        yield Settings(
            neo4j_uri=running.uri, neo4j_user=running.user, neo4j_password=running.password, embedder="hashing"
        )


@pytest.fixture(scope="session")
def graph(server: Settings) -> Iterator[Graph]:
    """A migrated graph; notifications of the server are warnings, which are errors."""
    graph = open_graph(server, warn=True)
    migrate_store(graph, server)
    yield graph
    drop_kept(graph)
    graph.driver.close()


@pytest.fixture
def namespace(request: pytest.FixtureRequest) -> str:
    """A namespace of the test's own."""
    return f"t-{uuid.uuid4().hex[:12]}"


@pytest.fixture
def clock() -> FixedClock:
    return FixedClock(NOW)


@pytest.fixture
def memory(graph: Graph, server: Settings, clock: FixedClock, namespace: str) -> MemoryService:
    """The service with deterministic models and a clock that stands still."""
    settings = server.model_copy(update={"namespace": namespace})
    return build_memory(graph, settings, embedder=HashingEmbedder(), extractor=HeuristicExtractor(), clock=clock)


@pytest.fixture(scope="session")
def source_root() -> Path:
    return Path(__file__).parents[1]
