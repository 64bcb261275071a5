"""Vectors that are read a page at a time, together."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

__all__ = ["gather_pages"]


def gather_pages(pages: Iterable[tuple[list[str], NDArray[np.float32]]]) -> tuple[list[str], NDArray[np.float32]]:
    """Put pages of keys and (n, dimension) float32 into one; without a page the array is (0, 0)."""
    keys: list[str] = []
    matrices: list[NDArray[np.float32]] = []
    for page, vectors in pages:
        keys += page
        matrices.append(vectors)
    return keys, np.concatenate(matrices) if matrices else np.empty((0, 0), np.float32)
