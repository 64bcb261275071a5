"""Entities of like names: noting them, and proposing which may be one. Nothing is merged by it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from memgraph_svc.domain.instant import to_ms
from memgraph_svc.domain.merge import MergeCandidate, SynonymReport
from memgraph_svc.domain.name_forms import letters
from memgraph_svc.domain.pair import ordered_pair
from memgraph_svc.scoring.similarity import pairs_by_link_rule
from memgraph_svc.services.entity_merger import find_path
from memgraph_svc.services.name_pairs import like_names
from memgraph_svc.services.pair_writer import write_pairs
from memgraph_svc.services.vector_pages import gather_pages
from memgraph_svc.settings import LIMITS

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator, Mapping, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from memgraph_svc.domain.entity import EntitySummary
    from memgraph_svc.domain.pair import Pair
    from memgraph_svc.ports.clock import Clock
    from memgraph_svc.ports.embedder import Embedder
    from memgraph_svc.repositories.store import Repositories, Store
    from memgraph_svc.services.name_pairs import LikePair

__all__ = ["Synonyms"]

_NEAREST: Final = 10
_SHORT: Final = 2
_CHUNK: Final = 25


class Synonyms:
    """Pairs of entities whose names are near in meaning, and candidates for merging."""

    def __init__(self, store: Store, embedder: Embedder, clock: Clock) -> None:
        self._store = store
        self._embedder = embedder
        self._clock = clock

    def link(self, namespace: str, progress: Callable[[int, int], None] | None) -> SynonymReport:
        """Note every pair that the rule asks for and remove the others; repeating changes nothing.

        {a, b} is noted iff the cosine of their names reaches the threshold of the embedder, one is among the 10 nearest
        of the other, and both names have more than two letters. Up to ``LIMITS.compared_names`` every pair is compared:
        time grows with n squared, at 4 s of one core for 20 000 names of 256 dimensions, memory with n. Above, each
        name asks the vector index, a page of names at a time, and no pair is removed, as the index may miss one.
        """
        stored = self._store.synonyms.list_pairs(namespace)
        count = self._store.entities.count(namespace)
        if count > LIMITS.compared_names:
            return self._link_by_index(namespace, stored.keys(), count, progress)
        names, vectors = gather_pages(self._long_names(namespace))
        wanted: dict[Pair, float] = {}
        if names:
            found = pairs_by_link_rule(names, vectors, k=_NEAREST, threshold=self._embedder.synonym_threshold)
            wanted = {ordered_pair(names[a], names[b]): score for a, b, score in found}
        missing = {pair: score for pair, score in wanted.items() if pair not in stored}
        surplus = [pair for pair in stored if pair not in wanted]
        created, removed = self._write(namespace, missing, surplus, progress)
        return SynonymReport(entities=len(names), created=created, removed=removed, kept=len(stored) - len(surplus))

    def _link_by_index(
        self, namespace: str, stored: Collection[Pair], count: int, progress: Callable[[int, int], None] | None
    ) -> SynonymReport:
        compared = created = 0
        for names, vectors in self._long_names(namespace):
            wanted: dict[Pair, float] = {}
            for start in range(0, len(names), _CHUNK):
                chunk = list(zip(names[start : start + _CHUNK], vectors[start : start + _CHUNK], strict=True))
                near = self._store.synonyms.nearest(
                    namespace, chunk, limit=2 * _NEAREST, threshold=self._embedder.synonym_threshold
                )
                for name, others in near.items():
                    long = [pair for pair in others if len(letters(pair[0])) > _SHORT]
                    wanted |= {ordered_pair(name, other): round(cosine, 7) for other, cosine in long[:_NEAREST]}
            missing = {pair: score for pair, score in wanted.items() if pair not in stored}
            created += self._write(namespace, missing, [], None)[0]
            compared += len(names)
            if progress is not None:
                progress(compared, max(count, compared))
        return SynonymReport(entities=compared, created=created, removed=0, kept=len(stored))

    def _long_names(self, namespace: str) -> Iterator[tuple[list[str], NDArray[np.float32]]]:
        """Pages of names that are long enough to be compared, and their vectors."""
        for page, vectors in self._store.synonyms.iterate_vectors(namespace):
            fit = [i for i, name in enumerate(page) if len(letters(name)) > _SHORT]
            yield [page[i] for i in fit], vectors[fit]

    def candidates(self, namespace: str, entity: str | None, limit: int) -> list[MergeCandidate]:
        """Propose pairs that may be one entity, the surest first; reads every name of the namespace.

        Raises:
            NotFoundError: The entity is not in this namespace.
        """
        only = None if entity is None else find_path(self._store, namespace, "entity", entity).entity
        names = dict(self._store.synonyms.iterate_names(namespace))
        # what another writer deleted or merged in between is nobody's candidate
        near = {
            pair: score
            for pair, score in self._store.synonyms.list_pairs(namespace).items()
            if names.keys() >= set(pair)
        }
        pairs = like_names(names, near)
        ordered = sorted(
            (pair for pair in pairs if only is None or only in (pair.low, pair.high)),
            key=lambda pair: (-pair.score, list(type(pair.reason)).index(pair.reason), pair.low, pair.high),
        )[:limit]
        known = self._store.entities.describe(
            namespace, {name for pair in ordered for name in (pair.low, pair.high)}, at_ms=to_ms(self._clock.now())
        )
        return [_candidate(pair, known) for pair in ordered if {pair.low, pair.high} <= known.keys()]

    def _write(
        self,
        namespace: str,
        missing: Mapping[Pair, float],
        surplus: Sequence[Pair],
        progress: Callable[[int, int], None] | None,
    ) -> tuple[int, int]:
        def add(batch: Sequence[tuple[Pair, float]]) -> int:
            def work(repositories: Repositories) -> int:
                repositories.entities.lock(namespace, {name for pair, _ in batch for name in pair})
                now = self._clock.now()
                return repositories.synonyms.create(
                    namespace, dict(batch), model=self._embedder.model_id, linked_at=now
                )

            return self._store.write(work, name="link_synonyms")

        def drop(pairs: Sequence[Pair]) -> int:
            def work(repositories: Repositories) -> int:
                repositories.entities.lock(namespace, {name for pair in pairs for name in pair})
                return repositories.synonyms.delete(namespace, pairs)

            return self._store.write(work, name="unlink_synonyms")

        return write_pairs(sorted(missing.items()), surplus, add=add, drop=drop, progress=progress)


def _candidate(pair: LikePair, known: Mapping[str, EntitySummary]) -> MergeCandidate:
    """The one of which more is known is the target; else the longer name."""

    def weight(entity: EntitySummary) -> tuple[int, int, str]:
        return (entity.mentions + entity.facts, len(entity.canonical_name), entity.canonical_name)

    source, target = sorted((known[pair.low], known[pair.high]), key=weight)
    return MergeCandidate(
        source=source.name, source_id=source.entity_id, target=target.name, target_id=target.entity_id,
        score=pair.score, reason=pair.reason, source_mentions=source.mentions, target_mentions=target.mentions,
        source_facts=source.facts, target_facts=target.facts,
    )  # fmt: skip
