"""Check of free disk space before something large is written."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING, Final

from memgraph_svc.errors import DiskFullError

if TYPE_CHECKING:
    from pathlib import Path

__all__ = ["require_free_space"]

_MEGABYTE: Final = 1_000_000
_RESERVE_BYTES: Final = 20 * _MEGABYTE


def require_free_space(folder: Path, needed_bytes: int, *, purpose: str) -> None:
    """Refuse early instead of failing half-way.

    Args:
        folder: An existing folder on the file system in question.
        needed_bytes: Nothing is checked when 0.
        purpose: What the space is for, for the message.

    Raises:
        DiskFullError: Less is free.
    """
    if needed_bytes <= 0:
        return
    needed_bytes += _RESERVE_BYTES
    free = shutil.disk_usage(folder).free
    if free < needed_bytes:
        raise DiskFullError(
            f"{purpose} need {-(-needed_bytes // _MEGABYTE)} MB in {str(folder)!r}, {free // _MEGABYTE} MB are free",
            hint="free disk space and run it again, or choose other folders with MEMGRAPH_CACHE and MEMGRAPH_HOME",
        )
