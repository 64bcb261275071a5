"""Port: the time now."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from datetime import datetime

__all__ = ["Clock"]


class Clock(Protocol):
    """Tells the time."""

    def now(self) -> datetime:
        """Return the current instant in UTC, to the millisecond."""
        ...
