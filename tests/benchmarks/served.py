"""The server that a benchmark runs on."""

from __future__ import annotations

import os
from contextlib import contextmanager
from typing import TYPE_CHECKING

from memgraph_svc.bootstrap import open_graph
from memgraph_svc.embedded import Profile, temporary_server
from memgraph_svc.settings import Settings
from tests.support.graph_state import drop_kept

if TYPE_CHECKING:
    from collections.abc import Iterator

    from memgraph_svc.graph.graph import Graph


@contextmanager
def served(size: str) -> Iterator[tuple[Graph, Settings, int, str]]:
    """A graph, its settings, and the dimension and model that its store takes."""
    if uri := os.environ.get("MEMGRAPH_TEST_URI"):
        user, password = os.environ.get("MEMGRAPH_TEST_USER", "neo4j"), os.environ["MEMGRAPH_TEST_PASSWORD"]
        with connected(uri, user, password) as (graph, settings):
            yield graph, settings, 256, "hashing-256"
        return
    profile = Profile.FULL if size == "full" else Profile.FAST
    with (
        temporary_server(Settings().cache, profile=profile) as running,
        connected(running.uri, running.user, running.password) as (graph, settings),
    ):
        yield graph, settings, 384, "benchmark-384"


@contextmanager
def connected(uri: str, user: str, password: str) -> Iterator[tuple[Graph, Settings]]:
    settings = Settings.model_validate({"neo4j_uri": uri, "neo4j_user": user, "neo4j_password": password})
    graph = open_graph(settings)
    try:
        yield graph, settings
    finally:
        drop_kept(graph)
        graph.driver.close()


def clear(graph: Graph, namespace: str) -> None:
    """Leave nothing on a server that others use; one of our own goes with its store."""
    if "MEMGRAPH_TEST_URI" not in os.environ:
        return
    with graph.driver.session(database=graph.database) as session:
        session.run(
            "MATCH (n {namespace: $namespace}) CALL (n) { DETACH DELETE n } IN TRANSACTIONS OF 500 ROWS",
            namespace=namespace,
        ).consume()
