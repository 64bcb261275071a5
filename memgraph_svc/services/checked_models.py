"""Asking models, whose answers are checked before anything is done with them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from memgraph_svc.errors import EmbeddingError, ExtractionError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import ArrayLike, NDArray

    from memgraph_svc.domain.extraction import Extraction
    from memgraph_svc.ports.embedder import Embedder
    from memgraph_svc.ports.extractor import Extractor

__all__ = ["embed_question", "embed_questions", "embed_texts", "extract"]

_HINT: Final = "check the embedder; nothing was stored or searched with these vectors"
_UNIT: Final = 1e-3


def embed_texts(embedder: Embedder, texts: Sequence[str]) -> NDArray[np.float32]:
    """Embed texts that are searched.

    Returns:
        (n, dimension) float32 unit vectors.

    Raises:
        EmbeddingError: Wrong count or size, or a vector that is not finite or has no length.
    """
    return _unit(embedder.embed_documents(texts), (len(texts), embedder.dimension))


def embed_question(embedder: Embedder, text: str) -> NDArray[np.float32]:
    """Embed a question: (dimension,) float32 of norm 1.

    Raises:
        EmbeddingError: Wrong size, or a vector that is not finite or has no length.
    """
    return _unit(embedder.embed_query(text), (embedder.dimension,))


def embed_questions(embedder: Embedder, texts: Sequence[str]) -> NDArray[np.float32]:
    """Embed questions in one go: (n, dimension) float32 of norm 1.

    Raises:
        EmbeddingError: Wrong count or size, or a vector that is not finite or has no length.
    """
    return _unit(embedder.embed_queries(texts), (len(texts), embedder.dimension))


def extract(extractor: Extractor, texts: Sequence[str]) -> list[Extraction]:
    """Extract from each text, in order.

    Raises:
        ExtractionError: The extractor failed, or answered for another number of texts.
    """
    found = extractor.extract(texts)
    if len(found) != len(texts):
        raise ExtractionError(f"the extractor gave {len(found)} answers for {len(texts)} texts")
    return found


def _unit(given: ArrayLike, shape: tuple[int, ...]) -> NDArray[np.float32]:
    try:
        vectors = np.asarray(given, np.float32)
    except (TypeError, ValueError):
        raise EmbeddingError("the embedder gave no rows of numbers of one length", hint=_HINT) from None
    if vectors.shape != shape:
        raise EmbeddingError(f"the embedder gave an array of shape {vectors.shape} instead of {shape}", hint=_HINT)
    norms = np.linalg.norm(vectors.astype(np.float64), axis=-1, keepdims=True)
    if not np.all(np.isfinite(norms) & (norms > 0)):
        raise EmbeddingError("the embedder gave a vector that is not finite or has no length", hint=_HINT)
    # what is a unit vector but for rounding stays as it is
    return vectors if np.all(np.abs(norms - 1) < _UNIT) else (vectors / norms).astype(np.float32)
