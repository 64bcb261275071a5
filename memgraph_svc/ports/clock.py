"""Port: the time now."""

from __future__ import annotations

from datetime import datetime
from typing import Protocol

__all__ = ["Clock"]


class Clock(Protocol):
    """Tells the time."""

    def now(self) -> datetime:
        """Return the current instant in UTC, to the millisecond."""
        ...
