"""Projections that are kept between searches: fresh, shared, and bounded in memory."""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from memgraph_svc.projection.names import HOT_LIFE

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from memgraph_svc.projection.builder import Freshness, Moment

__all__ = ["Asked", "HotProjection", "HotProjections", "Key"]

Key = tuple[str, bool, tuple[float, ...]]
"""Namespace, whether archived episodes are in it, and weights."""


@dataclass(frozen=True, slots=True)
class Asked:
    """What a projection must be: as fresh as this, at an instant, and not one that is known to be gone."""

    freshness: Freshness
    at_ms: int
    gone: str | None = None


@dataclass(slots=True, eq=False)
class HotProjection:
    """A projection, what it holds, and how many searches use it now."""

    name: str
    freshness: Freshness
    moment: Moment
    at_ms: int
    bytes: int
    users: int = 0
    made: float = field(default_factory=time.monotonic)

    def answers(self, asked: Asked, *, waited: bool) -> bool:
        """Whether it holds every write that was acknowledged before, and what holds at the instant.

        More writes than were seen is fine: then it was made after they were counted. Who waited for it may answer as of
        the instant of who made it, which came in between.
        """
        at_ms = max(asked.at_ms, self.at_ms) if waited else asked.at_ms
        return (
            self.name != asked.gone
            and self.freshness.since_ms == asked.freshness.since_ms
            and self.freshness.commits >= asked.freshness.commits
            and self.moment.from_ms <= at_ms < self.moment.until_ms
            and time.monotonic() - self.made < HOT_LIFE.total_seconds()
        )


class HotProjections:
    """Keeps the projections of one process; safe for threads.

    One caller makes what is missing, the others who want the same wait for it. What is replaced or makes room is
    dropped when its last user is done. The least recently used makes room first.

    Args:
        drop: Drops projections by name, if they are there.
        max_bytes: Bound on the sum of their sizes.

    Attributes:
        made: How many were made.
    """

    def __init__(self, drop: Callable[[Sequence[str]], None], max_bytes: int) -> None:
        self._drop = drop
        self._max_bytes = max_bytes
        self._changed = threading.Condition()
        self._kept: OrderedDict[Key, HotProjection] = OrderedDict()
        self._retired: list[HotProjection] = []
        self._making: dict[Key, int] = {}
        self._closed = False
        self.made = 0

    @property
    def bytes(self) -> int:
        """Sum of the sizes of what is there or being made."""
        with self._changed:
            return self._held()

    def names(self) -> list[str]:
        """Names of all that is there."""
        with self._changed:
            return [found.name for found in (*self._kept.values(), *self._retired)]

    def peek(self, key: Key) -> str | None:
        """Name of what is kept under a key."""
        with self._changed:
            found = self._kept.get(key)
            return found.name if found else None

    def acquire(self, key: Key, asked: Asked, make: Callable[[], HotProjection | None]) -> HotProjection | None:
        """Return a projection that answers, made if need be; to be released. None where ``make`` gives none."""
        waited = False
        with self._changed:
            while True:
                found = self._kept.get(key)
                if found is not None and found.answers(asked, waited=waited):
                    found.users += 1
                    self._kept.move_to_end(key)
                    return found
                if key not in self._making:
                    break
                self._changed.wait()
                waited = True
            self._making[key] = 0
            names = self._retire([key] if found else [])
        made = None
        try:
            self._drop(names)
            made = make()
        finally:
            names = self._finish(key, made)
        self._drop(names)
        return made

    def reserve(self, key: Key, needed: int) -> bool:
        """Make room for what is being made under a key; False where there is none, as the rest is being used."""
        with self._changed:
            fits, names = self._make_room(needed)
            if fits:
                self._making[key] = needed
        self._drop(names)
        return fits

    def release(self, used: HotProjection) -> None:
        """Give back what was acquired."""
        with self._changed:
            used.users -= 1
            names: list[str] = []
            if not used.users and used in self._retired:
                self._retired.remove(used)
                names.append(used.name)
        self._drop(names)

    def close(self) -> None:
        """Drop everything, used or not, and keep nothing from now on."""
        with self._changed:
            self._closed = True
            names = self.names()
            self._kept.clear()
            self._retired.clear()
        self._drop(names)

    def _finish(self, key: Key, made: HotProjection | None) -> list[str]:
        """Keep what was made, and let those go on who wait; returns the names of what has no place beside it."""
        with self._changed:
            del self._making[key]
            names: list[str] = []
            if made is not None:
                made.users += 1
                self.made += 1
                self._kept[key] = made
                if self._closed:
                    self._retire([key])
                else:
                    _, names = self._make_room(0)  # it may be larger than was thought
            self._changed.notify_all()
            return names

    def _make_room(self, needed: int) -> tuple[bool, list[str]]:
        """Take out what was not used for the longest time, until there is room; nothing where that is not enough."""
        free = self._max_bytes - self._held()
        going: list[Key] = []
        for key, found in self._kept.items():
            if free >= needed:
                break
            if not found.users:
                going.append(key)
                free += found.bytes
        if needed and free < needed:
            return False, []
        return free >= needed, self._retire(going)

    def _held(self) -> int:
        return sum(found.bytes for found in (*self._kept.values(), *self._retired)) + sum(self._making.values())

    def _retire(self, keys: Sequence[Key]) -> list[str]:
        """Take projections out; returns the names of those that can be dropped now."""
        names: list[str] = []
        for key in keys:
            found = self._kept.pop(key)
            if found.users:
                self._retired.append(found)
            else:
                names.append(found.name)
        return names
