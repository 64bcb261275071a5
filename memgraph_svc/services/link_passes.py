"""Finding the pairs of a whole namespace: by exact comparison where it fits, else by the vector index."""

from __future__ import annotations

from array import array
from dataclasses import dataclass
from typing import TYPE_CHECKING

from memgraph_svc.domain.link import NearPair
from memgraph_svc.domain.pair import ordered_pair
from memgraph_svc.scoring.similarity import iterate_near, pairs_by_link_rule
from memgraph_svc.services.vector_pages import gather_pages
from memgraph_svc.settings import LIMITS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from memgraph_svc.domain.pair import Pair
    from memgraph_svc.repositories.store import Store
    from memgraph_svc.services.linker import Linker

__all__ = ["LinkPage", "LinkPasses", "link_page"]


@dataclass(frozen=True, slots=True)
class LinkPage:
    """What the rule asks for among some episodes, and what is linked already; ``complete``: nothing else is asked."""

    episodes: int
    wanted: dict[Pair, float]
    stored: set[Pair]
    last: str
    complete: bool


class LinkPasses:
    """Goes over the live episodes of a namespace.

    Up to ``LIMITS.compared_episodes`` every pair is compared: exact, and the cheapest, at 4 s of one core for 20 000
    episodes of 256 dimensions and with n squared. Above, where the vectors would fill the memory, each episode asks the
    index: 3 ms each, and it misses one neighbour in two hundred, so nothing is said to be one too many.
    """

    def __init__(self, store: Store, linker: Linker) -> None:
        self._store = store
        self._linker = linker

    def count(self, namespace: str, *, after: str = "") -> int:
        """Live episodes behind an id."""
        return self._store.links.count(namespace, after=after)

    def is_exact(self, namespace: str) -> bool:
        """Whether every pair of a namespace is compared."""
        return self.count(namespace) <= LIMITS.compared_episodes

    def iterate_pages(self, namespace: str, *, after: str = "") -> Iterator[LinkPage]:
        """Yield what is to be linked, in the order of ids: one page where all is compared, else one for each 2 000."""
        if self.is_exact(namespace):
            yield self._all(namespace)
            return
        for ids, vectors in self._store.links.iterate_vectors(namespace, after=after):
            yield self._chosen(namespace, ids, vectors)

    def iterate_near(self, namespace: str, threshold: float) -> Iterator[NearPair]:
        """Yield every pair of live episodes whose cosine reaches the threshold, each once, in no order."""
        if self.is_exact(namespace):
            ids, matrix = gather_pages(self._store.links.iterate_vectors(namespace))
            for a, b, cosine in iterate_near(matrix, threshold):
                low, high = ordered_pair(ids[a], ids[b])
                yield NearPair(low=low, high=high, score=cosine)
            return
        yield from self._near_by_index(namespace, threshold)

    def _all(self, namespace: str) -> LinkPage:
        # pairs first: a link that another writer makes in between is then not taken for one too many
        stored = self._store.links.list_pairs(namespace)
        ids, matrix = gather_pages(self._store.links.iterate_vectors(namespace))
        if not ids:
            return LinkPage(0, {}, stored, "", complete=True)
        pairs = pairs_by_link_rule(ids, matrix, k=self._linker.k, threshold=self._linker.threshold)
        wanted = {ordered_pair(ids[i], ids[j]): score for i, j, score in pairs}
        return LinkPage(len(ids), wanted, stored, ids[-1], complete=True)

    def _near_by_index(self, namespace: str, threshold: float) -> Iterator[NearPair]:
        """A pair is told by its smaller id, or by its greater one where the full list of the smaller lacks it."""
        told: dict[str, array[int]] = {}
        for ids, vectors in self._store.links.iterate_vectors(namespace):
            found = self._linker.near(namespace, list(zip(ids, vectors, strict=True)), threshold)
            for episode, near in sorted(found.items()):
                full = len(near) >= self._linker.looked_at
                told[episode] = array("q", (hash(other.episode_id) for other in near) if full else ())
                for other in near:
                    before = told.get(other.episode_id)
                    if episode < other.episode_id or before is None or (before and hash(episode) not in before):
                        low, high = ordered_pair(episode, other.episode_id)
                        yield NearPair(low=low, high=high, score=round(other.cosine, 7))

    def _chosen(self, namespace: str, ids: Sequence[str], vectors: NDArray[np.float32]) -> LinkPage:
        """Each takes its own nearest: once all have, that is the rule."""
        found = self._linker.near(namespace, list(zip(ids, vectors, strict=True)), self._linker.least)
        wanted = {
            ordered_pair(episode, other.episode_id): round(other.cosine, 7)
            for episode, near in found.items()
            for other in near[: self._linker.k]
        }
        return LinkPage(len(ids), wanted, _stored(self._store, namespace, ids), ids[-1], complete=False)


def link_page(store: Store, linker: Linker, namespace: str, vectors: dict[str, NDArray[np.float32]]) -> LinkPage:
    """What the rule asks for between these live episodes and all others, found through the vector index."""
    wanted = {link.pair: link.score for link in linker.links_of(namespace, sorted(vectors.items()))}
    return LinkPage(len(vectors), wanted, _stored(store, namespace, vectors), max(vectors, default=""), complete=False)


def _stored(store: Store, namespace: str, ids: Iterable[str]) -> set[Pair]:
    linked = store.links.find_linked(namespace, ids)
    return {ordered_pair(episode, neighbor) for episode, neighbors in linked.items() for neighbor in neighbors}
