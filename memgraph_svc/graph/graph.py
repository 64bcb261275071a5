"""The one door to the driver: every query goes through here, by name."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any, Final, Protocol, TypeVar

from neo4j import READ_ACCESS, WRITE_ACCESS, Driver, ManagedTransaction, unit_of_work
from neo4j.exceptions import DriverError, Neo4jError

from memgraph_svc.errors import QueryFailedError
from memgraph_svc.graph.catalog import load_catalog
from memgraph_svc.graph.named_query import NamedQuery, QueryMode
from memgraph_svc.graph.translate import translated

if TYPE_CHECKING:
    from collections.abc import Callable

    from neo4j import Session

__all__ = ["Graph", "Row", "Runner", "Work"]

Row = dict[str, Any]
_T = TypeVar("_T")
_SHARDS: Final = 16
_COUNT: Final = "commits.count"


class Runner(Protocol):
    """Runs named queries: a graph (a transaction each), or a unit of work (one transaction for all)."""

    def run(self, name: str, /, **params: Any) -> list[Row]:  # noqa: ANN401  # parameters are plain values of any type
        """Run a query and return its rows."""
        ...


def _checked(name: str, params: dict[str, Any]) -> NamedQuery:
    query = load_catalog().get(name)
    if query is None:
        raise QueryFailedError(f"there is no query {name!r}")
    if params.keys() != query.params.keys():
        raise QueryFailedError(f"query {name!r} takes the parameters {sorted(query.params)}, not {sorted(params)}")
    return query


def _rows(transaction: ManagedTransaction, query: NamedQuery, params: dict[str, Any]) -> list[Row]:
    try:
        # data() would walk through every number of a vector; our columns are values already
        return [dict(record) for record in transaction.run(query.text, params)]
    except (DriverError, Neo4jError):
        # At its first error a transaction gives its connection back to the pool. Driver 6.4 nevertheless looks at that
        # connection once more when it closes the transaction, and takes a byte of the answer that another thread is
        # waiting for by then, which hangs for ever. A transaction that counts as closed is left alone.
        transaction._closed_flag = True  # pyright: ignore[reportPrivateUsage]
        raise


class Work:
    """A managed write transaction. The function that gets it may run twice, so it has no side effects but these."""

    def __init__(self, transaction: ManagedTransaction) -> None:
        self._transaction = transaction
        self._written: set[str] = set()

    def run(self, name: str, /, **params: Any) -> list[Row]:  # noqa: ANN401
        """Run a query in this transaction and return its rows."""
        query = _checked(name, params)
        if query.mode is QueryMode.WRITE and "namespace" in params:
            self._written.add(params["namespace"])
        return _rows(self._transaction, query, params)

    def count(self) -> None:
        """Count the write in each namespace that it wrote to: what was read before may have changed.

        The last thing that a transaction does, so its lock is held until the commit only and waits for no other.
        """
        for namespace in sorted(self._written):
            params = {"namespace": namespace, "shard": random.randrange(_SHARDS)}  # noqa: S311  # spreads locks only
            _rows(self._transaction, _checked(_COUNT, params), params)


class Graph:
    """Queries of one database. Holds a driver that somebody else opened and closes.

    Args:
        driver: An open driver.
        database: Database that every query uses, reads and writes alike.
        timeout_seconds: Bound of one transaction on the server.
    """

    def __init__(self, driver: Driver, *, database: str, timeout_seconds: float = 120.0) -> None:
        self.driver = driver
        self.database = database
        self._timeout = timeout_seconds

    def _session(self, mode: QueryMode) -> Session:
        return self.driver.session(
            database=self.database,
            default_access_mode=READ_ACCESS if mode is QueryMode.READ else WRITE_ACCESS,
            # reads see the writes of this process, on a cluster too
            bookmark_manager=self.driver.execute_query_bookmark_manager,
        )

    def run(self, name: str, /, **params: Any) -> list[Row]:  # noqa: ANN401
        """Run a query in a transaction of its own, retried by the driver, and return its rows.

        Raises:
            GraphUnavailableError: The server cannot serve now.
            QueryFailedError: The query is unknown, its parameters do not fit, or the server refused it.
            ConflictError: A uniqueness constraint would break.
        """
        query = _checked(name, params)
        if query.mode is QueryMode.WRITE:
            return self.write(lambda work: work.run(name, **params), name=name)
        with translated(name), self._session(query.mode) as session:

            @unit_of_work(timeout=self._timeout, metadata={"query": name})
            def once(transaction: ManagedTransaction) -> list[Row]:
                return _rows(transaction, query, params)

            return session.execute_read(once) if query.mode is QueryMode.READ else session.execute_write(once)

    def run_schema(self, query: NamedQuery, **params: Any) -> list[Row]:  # noqa: ANN401
        """Run a schema statement that is not in the catalog (a migration), alone in a transaction without bound."""
        with translated(query.name), self._session(QueryMode.SCHEMA) as session:

            @unit_of_work(metadata={"query": query.name})
            def once(transaction: ManagedTransaction) -> list[Row]:
                return _rows(transaction, query, params)

            return session.execute_write(once)

    def write(self, work: Callable[[Work], _T], *, name: str) -> _T:
        """Run a unit of work in one managed transaction: all of it, or nothing.

        Args:
            work: Gets the transaction; may be run again by a retry.
            name: Name of the unit, for errors and for the server's list of transactions.
        """
        with translated(name), self._session(QueryMode.WRITE) as session:

            @unit_of_work(timeout=self._timeout, metadata={"unit": name})
            def once(transaction: ManagedTransaction) -> _T:
                unit = Work(transaction)
                done = work(unit)
                unit.count()
                return done

            return session.execute_write(once)
