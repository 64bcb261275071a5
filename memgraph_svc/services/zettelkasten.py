"""Zettelkasten: every episode is linked to its nearest neighbours, readable from both ends."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from memgraph_svc.domain._model import validated
from memgraph_svc.domain.link import LinkReport
from memgraph_svc.domain.prepared import NewLink
from memgraph_svc.domain.query import SearchFilter
from memgraph_svc.domain.scope import check_identifier, check_namespace
from memgraph_svc.errors import InvalidInputError, NotFoundError
from memgraph_svc.services.link_passes import LinkPasses, link_page
from memgraph_svc.services.pair_writer import write_pairs
from memgraph_svc.settings import LIMITS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from datetime import datetime

    from memgraph_svc.domain.link import NearPair, Neighbor
    from memgraph_svc.domain.pair import Pair
    from memgraph_svc.ports.clock import Clock
    from memgraph_svc.ports.embedder import Embedder
    from memgraph_svc.repositories.store import Repositories, Store
    from memgraph_svc.services.link_passes import LinkPage
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
        self._passes = LinkPasses(store, linker)

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
        after: str = "",
        stop: Callable[[], bool] | None = None,
    ) -> LinkReport:
        """Make the links that the rule asks for; repeating changes nothing.

        Args:
            episode_ids: Episodes whose missing links are made, found through the vector index. None is the repair
                pass over the namespace. Up to ``LIMITS.compared_episodes`` every pair is compared exactly and surplus
                links go, so that afterwards the links do not depend on the order, the batches or the concurrency of
                the inserts. Above, each episode asks the index, in the order of ids, and only missing links are made.
            namespace: Tenant.
            progress: Told how much is done and how much there is: pairs written, or episodes in a pass by the index.
            after: Id that a pass by the index goes on behind; an exact pass compares all, and writes what is missing.
            stop: Asked after each 2 000 episodes of a pass by the index; when it says yes, the report tells after
                which episode to go on. What was written stays, whatever ends a pass.

        Raises:
            NotFoundError: An id is not in this namespace, or is archived.
            InvalidInputError: What is given is no list of ids.
        """
        check_namespace(namespace)
        if isinstance(episode_ids, str | bytes | Mapping):
            raise InvalidInputError("episode_ids", "must be a list of ids")
        for episode_id in episode_ids or ():
            check_identifier("episode_ids", episode_id)
        if after:
            check_identifier("after", after)
        if episode_ids is not None:
            return self._write_page(namespace, self._some(namespace, episode_ids), progress)
        return self._pass(namespace, after, progress, stop or (lambda: False))

    def iterate_near(self, *, namespace: str, threshold: float | None = None) -> Iterator[NearPair]:
        """Yield every pair of live episodes of a namespace that are alike, each once, in no order; nothing is written.

        Exact up to ``LIMITS.compared_episodes``; above through the vector index, which looks at the 50 nearest of each.

        Args:
            namespace: Tenant.
            threshold: Least cosine, -1..1; that of the link rule if not given.

        Raises:
            InvalidInputError: The namespace or the threshold breaks a rule.
        """
        check_namespace(namespace)
        least = self._linker.threshold if threshold is None else threshold
        if isinstance(least, bool) or not isinstance(least, int | float) or not -1.0 <= least <= 1.0:
            raise InvalidInputError("threshold", "must be in -1..1")
        return self._passes.iterate_near(namespace, float(least))

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

    def _pass(
        self, namespace: str, after: str, progress: Callable[[int, int], None] | None, stop: Callable[[], bool]
    ) -> LinkReport:
        report = LinkReport(episodes=0, created=0, removed=0, kept=0)
        total = self._passes.count(namespace, after=after)
        for page in self._passes.iterate_pages(namespace, after=after):
            if page.complete:
                return self._write_page(namespace, page, progress)
            made = self._write_page(namespace, page, None)
            report = LinkReport(
                episodes=report.episodes + made.episodes,
                created=report.created + made.created,
                removed=0,
                kept=report.kept + sum(low > after for low, _ in page.stored),  # a pair is told by its first page
            )
            after = page.last
            if progress is not None:
                progress(report.episodes, max(total, report.episodes))
            if stop():
                return report.model_copy(update={"stopped_after": page.last})
        return report

    def _some(self, namespace: str, episode_ids: Sequence[str]) -> LinkPage:
        vectors = self._store.links.get_vectors(namespace, episode_ids)
        if lost := sorted(set(episode_ids) - vectors.keys()):
            raise NotFoundError(f"episode {lost[0]!r} is not in namespace {namespace!r}, or is archived")
        return link_page(self._store, self._linker, namespace, vectors)

    def _write_page(self, namespace: str, page: LinkPage, progress: Callable[[int, int], None] | None) -> LinkReport:
        missing = [NewLink(a, b, score) for (a, b), score in page.wanted.items() if (a, b) not in page.stored]
        # only the exact comparison of all pairs can tell that a link is one too many
        surplus = sorted(page.stored - page.wanted.keys()) if page.complete else []
        created, removed = self._write(namespace, missing, surplus, progress)
        kept = len(page.stored) - len(surplus)
        return LinkReport(episodes=page.episodes, created=created, removed=removed, kept=kept)

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
