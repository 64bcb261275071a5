"""Writing many pairs, a bounded transaction each."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

__all__ = ["write_pairs"]

_PAIRS_PER_TRANSACTION: Final = 1_000

_M = TypeVar("_M")
_S = TypeVar("_S")


def write_pairs(
    missing: Sequence[_M],
    surplus: Sequence[_S],
    *,
    add: Callable[[Sequence[_M]], int],
    drop: Callable[[Sequence[_S]], int],
    progress: Callable[[int, int], None] | None,
) -> tuple[int, int]:
    """Add what is missing, then drop what is surplus; returns how many were made and removed.

    Args:
        missing: What is to be made.
        surplus: What is to go.
        add: Makes a batch in a transaction of its own, and tells how many were new.
        drop: Removes a batch likewise.
        progress: Told the pairs written and the pairs in all.
    """
    total = len(missing) + len(surplus)
    created = _write(missing, add, 0, total, progress)
    return created, _write(surplus, drop, len(missing), total, progress)


def _write(
    items: Sequence[_M],
    write: Callable[[Sequence[_M]], int],
    done: int,
    total: int,
    progress: Callable[[int, int], None] | None,
) -> int:
    written = 0
    for start in range(0, len(items), _PAIRS_PER_TRANSACTION):
        batch = items[start : start + _PAIRS_PER_TRANSACTION]
        written += write(batch)
        if progress is not None:
            progress(done + start + len(batch), total)
    return written
