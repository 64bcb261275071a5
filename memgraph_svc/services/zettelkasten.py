"""Zettelkasten: every episode is linked to its nearest neighbours, readable from both ends."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

import numpy as np

from memgraph_svc.domain._model import validated
from memgraph_svc.domain.link import LinkReport
from memgraph_svc.domain.pair import ordered_pair
from memgraph_svc.domain.prepared import NewLink
from memgraph_svc.domain.query import SearchFilter
from memgraph_svc.domain.scope import check_identifier, check_namespace
from memgraph_svc.errors import InvalidInputError, NotFoundError
from memgraph_svc.scoring.similarity import pairs_by_link_rule
from memgraph_svc.services.pair_writer import write_pairs
from memgraph_svc.settings import LIMITS

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from datetime import datetime

    from memgraph_svc.domain.link import Neighbor
    from memgraph_svc.domain.pair import Pair
    from memgraph_svc.ports.clock import Clock
    from memgraph_svc.ports.embedder import Embedder
    from memgraph_svc.repositories.store import Repositories, Store
    from memgraph_svc.services.linker import Linker

__all__ = ["Zettelkasten"]


class Zettelkasten:
    """Links of episodes.

    {a, b} are linked iff their cosine reaches the threshold and one is among the k nearest of the other, within a
    namespace, among episodes that are not archived.
    """

    def __init__(self, store: Store, embedder: Embedder, linker: Linker, clock: Clock) -> None:
        self._store = store
        self._embedder = embedder
        self._linker = linker
        self._clock = clock

    def link_episode(self, episode_id: str, *, namespace: str) -> LinkReport:
        """Make the links that the rule asks for between one episode and its neighbours.

        Raises:
            NotFoundError: It is not in this namespace, or is archived.
        """
        check_namespace(namespace)
        return self.batch_link([check_identifier("episode_id", episode_id)], namespace=namespace)

    def batch_link(
        self,
        episode_ids: Sequence[str] | None = None,
        *,
        namespace: str,
        progress: Callable[[int, int], None] | None = None,
    ) -> LinkReport:
        """Make the links that the rule asks for; repeating changes nothing.

        Args:
            episode_ids: Episodes whose missing links are made, found through the vector index. None is the repair
                pass: every pair of the namespace is compared exactly and surplus links go, so that afterwards the
                links do not depend on the order, the batches or the concurrency of the inserts.
            namespace: Tenant.
            progress: Told the pairs written and the pairs in all.

        Raises:
            NotFoundError: An id is not in this namespace, or is archived.
            InvalidInputError: What is given is no list of ids.
        """
        check_namespace(namespace)
        if isinstance(episode_ids, str | bytes | Mapping):
            raise InvalidInputError("episode_ids", "must be a list of ids")
        for episode_id in episode_ids or ():
            check_identifier("episode_ids", episode_id)
        if episode_ids is None:
            looked_at, wanted, stored = self._all(namespace)
        else:
            looked_at, wanted, stored = self._some(namespace, episode_ids)
        missing = [NewLink(a, b, score) for (a, b), score in wanted.items() if (a, b) not in stored]
        # only the exact comparison of all pairs can tell that a link is one too many
        surplus = sorted(stored - wanted.keys()) if episode_ids is None else []
        created, removed = self._write(namespace, missing, surplus, progress)
        return LinkReport(episodes=looked_at, created=created, removed=removed, kept=len(stored) - len(surplus))

    def find_neighbors(
        self,
        episode_id: str,
        *,
        namespace: str,
        limit: int = 10,
        as_of: datetime | None = None,
        known_at: datetime | None = None,
        include_archived: bool = False,
    ) -> list[Neighbor]:
        """Episodes linked to an episode, in either direction, strongest first.

        Raises:
            NotFoundError: The episode is not in this namespace.
            InvalidInputError: The limit is out of range, or a time has no zone.
        """
        asked = validated(
            SearchFilter,
            {"namespace": namespace, "as_of": as_of, "known_at": known_at, "include_archived": include_archived},
        )
        if isinstance(limit, bool) or not isinstance(limit, int) or not 1 <= limit <= LIMITS.search_limit:
            raise InvalidInputError("limit", f"must be 1-{LIMITS.search_limit}")
        self._store.episodes.get(namespace, check_identifier("episode_id", episode_id))
        return self._store.links.neighbors(
            namespace,
            episode_id,
            limit=limit,
            include_archived=asked.include_archived,
            to_ms=asked.walk_to_ms,
            known_ms=asked.known_ms,
        )

    def _all(self, namespace: str) -> tuple[int, dict[Pair, float], set[Pair]]:
        # pairs first: a link that another writer makes in between is then not taken for one too many
        stored = self._store.links.list_pairs(namespace)
        ids: list[str] = []
        pages: list[np.ndarray] = []
        for page_ids, vectors in self._store.links.iterate_vectors(namespace):
            ids += page_ids
            pages.append(vectors)
        if not ids:
            return 0, {}, stored
        pairs = pairs_by_link_rule(ids, np.concatenate(pages), k=self._linker.k, threshold=self._linker.threshold)
        return len(ids), {ordered_pair(ids[i], ids[j]): score for i, j, score in pairs}, stored

    def _some(self, namespace: str, episode_ids: Sequence[str]) -> tuple[int, dict[Pair, float], set[Pair]]:
        vectors = self._store.links.get_vectors(namespace, episode_ids)
        if lost := sorted(set(episode_ids) - vectors.keys()):
            raise NotFoundError(f"episode {lost[0]!r} is not in namespace {namespace!r}, or is archived")
        wanted: dict[Pair, float] = {}
        for link in self._linker.links_of(namespace, sorted(vectors.items())):
            wanted[link.pair] = link.score
        linked = self._store.links.find_linked(namespace, vectors)
        stored = {
            ordered_pair(episode_id, neighbor) for episode_id, neighbors in linked.items() for neighbor in neighbors
        }
        return len(vectors), wanted, stored

    def _write(
        self,
        namespace: str,
        missing: Sequence[NewLink],
        surplus: Sequence[Pair],
        progress: Callable[[int, int], None] | None,
    ) -> tuple[int, int]:
        def add(links: Sequence[NewLink]) -> int:
            def work(repositories: Repositories) -> int:
                repositories.episodes.lock(namespace, {end for link in links for end in link.pair})
                now = self._clock.now()
                return repositories.links.create(namespace, links, model=self._embedder.model_id, linked_at=now)

            return self._store.write(work, name="link")

        def drop(pairs: Sequence[Pair]) -> int:
            def work(repositories: Repositories) -> int:
                repositories.episodes.lock(namespace, {end for pair in pairs for end in pair})
                return repositories.links.delete(namespace, pairs)

            return self._store.write(work, name="unlink")

        return write_pairs(missing, surplus, add=add, drop=drop, progress=progress)
