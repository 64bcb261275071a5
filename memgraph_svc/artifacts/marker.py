"""The marker that says a bundle is complete, with the size of each file; it is written last."""

from __future__ import annotations

import json
import os
import tempfile
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

__all__ = ["read_marker", "write_marker"]

_NAME: Final = "complete.json"


def read_marker(root: Path) -> dict[str, int] | None:
    """Size in bytes by path below the root; None when the bundle was never completed."""
    try:
        sizes = json.loads((root / _NAME).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    return sizes if isinstance(sizes, dict) else None


def write_marker(root: Path, sizes: Mapping[str, int]) -> None:
    """Write the marker in one step: readers see none, the old one or the new one."""
    handle, part = tempfile.mkstemp(dir=root, prefix=f".{_NAME}.")
    with os.fdopen(handle, "w", encoding="utf-8") as stream:
        json.dump(dict(sizes), stream)
    os.replace(part, root / _NAME)
