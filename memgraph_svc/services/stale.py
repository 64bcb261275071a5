"""Writes that are made again when another writer changed what they rest on."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypeVar

from memgraph_svc.errors import ConflictError

if TYPE_CHECKING:
    from collections.abc import Callable

    from memgraph_svc.repositories.store import Repositories, Store

__all__ = ["ATTEMPTS", "StaleError", "write_again"]

_T = TypeVar("_T")

ATTEMPTS: Final = 20
"""How often a write is prepared before it gives up against other writers."""


class StaleError(ConflictError):
    """The store is no longer what a write was prepared for; prepare it again."""

    retryable = True


def write_again(store: Store, work: Callable[[Repositories], _T], *, name: str) -> _T:
    """Run a unit of work that prepares itself, again and again while it finds the store changed.

    Raises:
        StaleError: Other writers keep changing it.
    """
    for _ in range(ATTEMPTS - 1):
        try:
            return store.write(work, name=name)
        except StaleError:
            continue
    return store.write(work, name=name)
