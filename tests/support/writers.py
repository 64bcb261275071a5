"""Writers at the same time, and what the driver says of transactions that it had to run again."""

from __future__ import annotations

import logging
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence


@contextmanager
def retries() -> Iterator[list[str]]:
    """What the driver says of transactions that it runs again."""
    told: list[str] = []

    class Listener(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            told.append(record.getMessage())

    listener, logger = Listener(logging.INFO), logging.getLogger("neo4j")
    logger.addHandler(listener)
    try:
        yield told
    finally:
        logger.removeHandler(listener)


def at_once(actions: Sequence[Callable[[], Any]]) -> list[Any]:
    """Run actions in threads of their own, and return what they return."""
    with ThreadPoolExecutor(len(actions)) as pool:
        return [future.result() for future in [pool.submit(action) for action in actions]]
