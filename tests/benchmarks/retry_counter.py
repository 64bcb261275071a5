"""Counting the transactions that the driver runs again."""

from __future__ import annotations

import logging
import threading
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator

    from memgraph_svc.graph.graph import Graph

_LOGGER = "neo4j.session"


class RetryCounter(logging.Handler):
    """Counts the driver's warnings about retries; ``deadlocks`` are those that the server broke up."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.retries = 0
        self.deadlocks = 0

    def emit(self, record: logging.LogRecord) -> None:
        message = record.getMessage()
        if "will be retried" in message:
            self.retries += 1
            self.deadlocks += "DeadlockDetected" in message or "deadlock" in message.lower()


@contextmanager
def counted_retries() -> Iterator[RetryCounter]:
    counter = RetryCounter()
    logger = logging.getLogger(_LOGGER)
    propagate, logger.propagate = logger.propagate, False
    logger.addHandler(counter)
    try:
        yield counter
    finally:
        logger.removeHandler(counter)
        logger.propagate = propagate


def provoke_deadlock(graph: Graph) -> RetryCounter:
    """Lock two nodes in opposite orders at the same time; a counter that stays at zero here would prove nothing."""
    both_hold_one = threading.Barrier(2)

    def lock(transaction: Any, order: tuple[str, str], attempts: list[int]) -> None:
        attempts.append(1)
        query = "MATCH (n:Session {namespace: 'bench-deadlock', session_id: $id}) SET n.touched = true"
        transaction.run(query, id=order[0]).consume()
        if len(attempts) == 1:
            both_hold_one.wait(30)
        transaction.run(query, id=order[1]).consume()

    def run(order: tuple[str, str]) -> None:
        with graph.driver.session(database=graph.database) as session:
            session.execute_write(lock, order, [])

    graph.driver.execute_query(
        "UNWIND ['a', 'b'] AS id MERGE (:Session {namespace: 'bench-deadlock', session_id: id})",
        database_=graph.database,
    )
    with counted_retries() as counter:
        threads = [threading.Thread(target=run, args=(order,)) for order in (("a", "b"), ("b", "a"))]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(60)
    graph.driver.execute_query("MATCH (n:Session {namespace: 'bench-deadlock'}) DELETE n", database_=graph.database)
    return counter
