"""Finding the links of new episodes."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Final

import numpy as np

from memgraph_svc.domain.prepared import NewLink
from memgraph_svc.scoring.link_rule import links_of_new

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from memgraph_svc.ports.embedder import Embedder
    from memgraph_svc.repositories.links import Candidate
    from memgraph_svc.repositories.store import Store
    from memgraph_svc.settings import LinkConfig

__all__ = ["Linker"]

_CHUNK: Final = 25
_THREADS: Final = 2
_FLOAT32_ROOM: Final = 5e-7
"""A cosine of the index that misses the threshold by less than its own error is taken; the repair pass is exact."""


class Linker:
    """Applies the link rule to new episodes.

    The vector index sees a node only once it is committed, so its search needs no place in the write transaction:
    it runs before, in parallel, and the write stays short.
    """

    def __init__(self, store: Store, embedder: Embedder, config: LinkConfig) -> None:
        self._store = store
        self.threshold = embedder.link_threshold if config.threshold is None else config.threshold
        self.k = config.k
        self.looked_at = max(config.overfetch, self.k)
        self.least = self.threshold - _FLOAT32_ROOM

    def links_of(self, namespace: str, vectors: Sequence[tuple[str, NDArray[np.float32]]]) -> list[NewLink]:
        """Links of (id, unit vector) pairs to stored episodes and to each other."""
        if not vectors:
            return []
        found = self.near(namespace, vectors, self.least)
        stored = {
            episode: [(c.episode_id, c.cosine, c.stronger) for c in candidates] for episode, candidates in found.items()
        }
        ids = [episode for episode, _ in vectors]
        matrix = np.stack([vector for _, vector in vectors])
        return [NewLink(*link) for link in links_of_new(ids, matrix, stored, k=self.k, threshold=self.least)]

    def near(
        self, namespace: str, vectors: Sequence[tuple[str, NDArray[np.float32]]], threshold: float
    ) -> dict[str, list[Candidate]]:
        """For each (id, unit vector) the stored episodes near it, nearest first, of those that the index looks at."""

        def nearest(chunk: Sequence[tuple[str, NDArray[np.float32]]]) -> dict[str, list[Candidate]]:
            return self._store.links.nearest(namespace, chunk, limit=self.looked_at + 1, threshold=threshold)

        chunks = [vectors[i : i + _CHUNK] for i in range(0, len(vectors), _CHUNK)]
        if len(chunks) == 1:
            return nearest(chunks[0])
        with ThreadPoolExecutor(_THREADS) as pool:
            return {episode: found for part in pool.map(nearest, chunks) for episode, found in part.items()}
