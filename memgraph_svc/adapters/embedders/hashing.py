"""An embedder without a model: hashed words and character trigrams. Quick, deterministic, and the fake for tests."""

from __future__ import annotations

import re
import unicodedata
from hashlib import blake2b
from typing import TYPE_CHECKING, Final

import numpy as np

from memgraph_svc.adapters.embedders.vectors import unit_rows
from memgraph_svc.errors import ConfigurationError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

__all__ = ["HashingEmbedder"]

_WORD: Final = re.compile(r"\w+|[^\w\s]+")
_TRIGRAM_WEIGHT: Final = 0.35
_SHORT_WORD: Final = 4
_SHORT_WORD_WEIGHT: Final = 0.3
_LEAST_DIMENSION: Final = 8


class HashingEmbedder:
    """Texts that share words and parts of words get near vectors; meaning plays no part.

    Args:
        dimension: Length of a vector, at least 8.

    Raises:
        ConfigurationError: Fewer than 8 dimensions.
    """

    def __init__(self, dimension: int = 256) -> None:
        if dimension < _LEAST_DIMENSION:
            raise ConfigurationError("the hashing embedder needs at least 8 dimensions", hint="use 256")
        self._dimension = dimension

    @property
    def model_id(self) -> str:
        """Name that is recorded with every vector."""
        return f"hashing-{self._dimension}"

    @property
    def dimension(self) -> int:
        """Length of a vector."""
        return self._dimension

    @property
    def link_threshold(self) -> float:
        """Least cosine of two episodes that are worth a link: about half of their words are shared."""
        return 0.5

    @property
    def synonym_threshold(self) -> float:
        """Least cosine of two names that may mean the same: spellings that differ in an ending."""
        return 0.7

    def embed_documents(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Embed texts: (n, dimension) float32, each row of norm 1."""
        rows = np.zeros((len(texts), self._dimension))
        for row, text in zip(rows, texts, strict=True):
            self._fill(row, text)
        return unit_rows(rows, count=len(texts), dimension=self._dimension, model_id=self.model_id)

    def embed_query(self, text: str) -> NDArray[np.float32]:
        """Embed a question like any text: (dimension,) float32 of norm 1."""
        return self.embed_documents([text])[0]

    def embed_queries(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Embed questions: (n, dimension) float32 of norm 1."""
        return np.stack([self.embed_query(text) for text in texts]) if texts else self.embed_documents([])

    def windows(self, text: str) -> int:  # part of the port
        """Return 1: a text of any length is one window."""
        return 1

    def _fill(self, row: NDArray[np.float64], text: str) -> None:
        for feature, weight in _features(text):
            self._add(row, feature, weight)
        if not row.any():  # blank, or all features cancelled each other
            self._add(row, f"={text}", 1.0)

    def _add(self, row: NDArray[np.float64], feature: str, weight: float) -> None:
        value = int.from_bytes(blake2b(feature.encode("utf-8", "replace"), digest_size=8).digest(), "big")
        row[(value >> 1) % self._dimension] += weight if value & 1 else -weight


def _features(text: str) -> Iterator[tuple[str, float]]:
    for word in _WORD.findall(unicodedata.normalize("NFKC", text).casefold()):
        # short words are mostly articles and prepositions, which every text shares
        weight = _SHORT_WORD_WEIGHT if len(word) < _SHORT_WORD else 1.0
        yield f"w{word}", weight
        marked = f"<{word}>"
        for start in range(len(marked) - 2):
            yield f"t{marked[start : start + 3]}", weight * _TRIGRAM_WEIGHT
