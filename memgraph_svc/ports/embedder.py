"""Port: text to vectors."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np
    from numpy.typing import NDArray

__all__ = ["Embed", "Embedder"]


class Embed(Protocol):
    """The one thing that is asked of an embedder inside a transaction."""

    def __call__(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Texts to (n, dimension) float32 unit vectors."""
        ...


class Embedder(Protocol):
    """Turns texts into unit vectors. Implementations load their model at the first call, not before."""

    @property
    def model_id(self) -> str:
        """Name that is recorded with every vector; another name means another vector space."""
        ...

    @property
    def dimension(self) -> int:
        """Length of a vector."""
        ...

    @property
    def link_threshold(self) -> float:
        """Least cosine of two episodes that are worth a link, calibrated for this model."""
        ...

    @property
    def synonym_threshold(self) -> float:
        """Least cosine of two names, or of two notes, that may mean the same, calibrated for this model."""
        ...

    def embed_documents(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Embed texts that will be searched.

        Returns:
            (n, dimension) float32, row i for text i, each of norm 1. An empty input gives (0, dimension).

        Raises:
            EmbeddingError: The model cannot be loaded or fails.
        """
        ...

    def embed_query(self, text: str) -> NDArray[np.float32]:
        """Embed a question: (dimension,) float32 of norm 1.

        Raises:
            EmbeddingError: The model cannot be loaded or fails.
        """
        ...

    def embed_queries(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Embed questions in one go: (n, dimension) float32, row i what ``embed_query`` gives for text i.

        Raises:
            EmbeddingError: The model cannot be loaded or fails.
        """
        ...

    def windows(self, text: str) -> int:
        """Count the windows of the model that the text needs; 1 unless it is longer than the model takes."""
        ...
