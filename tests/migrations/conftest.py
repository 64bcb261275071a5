"""A server of these tests' own, since they change the schema."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from memgraph_svc.embedded import temporary_server
from memgraph_svc.graph.driver import open_driver
from memgraph_svc.graph.graph import Graph
from memgraph_svc.settings import Settings

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from memgraph_svc.embedded import Running


@pytest.fixture(scope="package")
def running() -> Iterator[Running]:
    with temporary_server(Settings().cache) as running:
        yield running


@pytest.fixture(scope="package")
def connect(running: Running) -> Iterator[Callable[[], Graph]]:
    """Opens another driver; all are closed at the end."""
    opened: list[Graph] = []

    def once() -> Graph:
        driver = open_driver(running.uri, running.user, running.password, warn=True)
        opened.append(Graph(driver, database="neo4j"))
        return opened[-1]

    yield once
    for graph in opened:
        graph.driver.close()


@pytest.fixture(scope="package")
def own_graph(connect: Callable[[], Graph]) -> Graph:
    return connect()


@pytest.fixture
def empty(own_graph: Graph) -> Graph:
    """A store without data, constraints and indexes."""
    run = own_graph.driver.execute_query
    run("MATCH (n) DETACH DELETE n")
    for record in run("SHOW CONSTRAINTS YIELD name").records:
        run(f"DROP CONSTRAINT `{record['name']}`")
    for record in run("SHOW INDEXES YIELD name, type WHERE type <> 'LOOKUP'").records:
        run(f"DROP INDEX `{record['name']}`")
    return own_graph
