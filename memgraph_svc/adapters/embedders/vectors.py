"""The check that every embedder's vectors pass before they leave it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from memgraph_svc.errors import EmbeddingError

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["unit_rows"]


def unit_rows(vectors: NDArray[np.floating], *, count: int, dimension: int, model_id: str) -> NDArray[np.float32]:
    """Return the rows divided by their norm.

    Args:
        vectors: Any float array that should be (count, dimension).
        count: Rows that were asked for.
        dimension: Length that a row must have.
        model_id: Name for the error message.

    Returns:
        (count, dimension) float32, each row of norm 1.

    Raises:
        EmbeddingError: Another shape, a number that is not finite, or a row of norm 0.
    """
    if vectors.shape != (count, dimension):
        raise EmbeddingError(
            f"embedder {model_id!r} gave vectors of shape {vectors.shape}, not {(count, dimension)}",
            hint="check that the model files belong to this embedder",
        )
    if not np.isfinite(vectors).all():
        raise EmbeddingError(
            f"embedder {model_id!r} gave a vector with a number that is not finite",
            hint="fetch the model files again, or choose another embedder",
        )
    norms = np.linalg.norm(vectors.astype(np.float64), axis=1, keepdims=True)
    if count and not norms.min() > 0:
        raise EmbeddingError(
            f"embedder {model_id!r} gave a vector of norm 0",
            hint="fetch the model files again, or choose another embedder",
        )
    return (vectors / norms).astype(np.float32)
