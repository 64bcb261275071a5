"""The lock that lets one process migrate while others wait."""

from __future__ import annotations

import time
import uuid
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

from memgraph_svc.errors import MigrationLockedError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from memgraph_svc.graph.graph import Graph

__all__ = ["migration_lock"]

_EXPIRES_SECONDS: Final = 120
_POLL_SECONDS: Final = 0.2


@contextmanager
def migration_lock(graph: Graph, *, wait_seconds: float) -> Iterator[Callable[[], None]]:
    """Hold the lock of the store, and yield what renews it; the lock of a process that died is free after two minutes.

    Raises:
        MigrationLockedError: Another process held it all the time.
    """
    graph.run("admin.create_lock_key")
    owner = uuid.uuid4().hex
    deadline = time.monotonic() + wait_seconds

    def acquire() -> bool:
        return graph.run("admin.acquire_lock", owner=owner, seconds=_EXPIRES_SECONDS)[0]["acquired"]

    def renew() -> None:
        if not acquire():
            raise MigrationLockedError("another process took the migration lock over", hint="run it again")

    while not acquire():
        if time.monotonic() > deadline:
            raise MigrationLockedError("another process is migrating this store", hint="wait for it and try again")
        time.sleep(_POLL_SECONDS)
    try:
        yield renew
    finally:
        graph.run("admin.release_lock", owner=owner)
