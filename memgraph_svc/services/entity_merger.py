"""Merging an entity into another one, and taking it apart again: a transaction each.

Everything that is said of an entity stays with the name that it was said of: its mentions, its claims, its type and
vector. Merging makes that name an alias; what the two are together (counts of mentions, facts, names) is worked out
from the names, so undoing works it out again without the alias.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from memgraph_svc.domain.instant import to_ms
from memgraph_svc.domain.merge import MergeReport
from memgraph_svc.domain.text import canonical_name
from memgraph_svc.errors import InvalidInputError, NotFoundError
from memgraph_svc.services.episode_writer import upsert
from memgraph_svc.services.fact_change import FactChange
from memgraph_svc.services.fact_writer import change_facts
from memgraph_svc.services.stale import StaleError, write_again

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from datetime import datetime

    from memgraph_svc.domain.entity import EntityMention
    from memgraph_svc.domain.spelling import Spellings
    from memgraph_svc.ports.clock import Clock
    from memgraph_svc.ports.embedder import Embed
    from memgraph_svc.repositories.aliases import AliasPath
    from memgraph_svc.repositories.store import Repositories, Store
    from memgraph_svc.services.fact_groups import FactKey

__all__ = ["EntityMerger", "find_path"]


@dataclass(frozen=True, slots=True)
class _Ground:
    """What a merge or its undoing rests on: read, locked, and read again.

    Attributes:
        source: Way from the name that is merged, or taken apart, to its entity.
        target: Way from the name it is merged into; when taken apart, that of the entity it stood for.
        names: The source and everything that stands for it.
        others: Names of the target but for these.
        claimed: Facts claimed of these names, as spelled.
        around: Other entities that have to do with source or target.
        episodes: Episodes that mention one of the names.
    """

    source: AliasPath
    target: AliasPath
    names: frozenset[str]
    others: frozenset[str]
    claimed: frozenset[FactKey]
    around: frozenset[str]
    episodes: tuple[str, ...]


class EntityMerger:
    """Merges entities and undoes it."""

    def __init__(self, store: Store, embed: Embed, clock: Clock) -> None:
        self._store = store
        self._embed = embed
        self._clock = clock

    def merge(self, namespace: str, source: str, target: str) -> MergeReport:
        """Make an entity an alias of another one.

        Raises:
            NotFoundError: One of them is not in this namespace.
            InvalidInputError: The target stands for the source.
            StaleError: Other writers keep changing them.
        """
        return write_again(self._store, lambda r: self._merge(r, namespace, source, target), name="merge_entities")

    def add(self, namespace: str, entity: str, alias: EntityMention) -> MergeReport:
        """Make a name stand for an entity; an entity of that name is merged.

        Raises:
            NotFoundError: The entity is not in this namespace.
            InvalidInputError: The entity stands for the alias.
            StaleError: Other writers keep changing them.
        """
        vectors = {alias.canonical: self._embed([alias.name])[0]}

        def work(repositories: Repositories) -> MergeReport:
            find_path(repositories, namespace, "entity", entity)
            if repositories.aliases.find_path(namespace, alias.canonical, "") is None:
                upsert(repositories, namespace, {alias.canonical: alias}, vectors, self._clock.now())
            return self._merge(repositories, namespace, alias.name, entity, fields=("alias", "entity"))

        return write_again(self._store, work, name="add_alias")

    def unmerge(self, namespace: str, name: str) -> MergeReport:
        """Make an alias an entity again, with all that was said of it under its name; what nothing speaks of goes.

        Raises:
            NotFoundError: The name is not in this namespace.
            StaleError: Other writers keep changing them.
        """
        return write_again(self._store, lambda r: self._unmerge(r, namespace, name), name="unmerge")

    def _merge(
        self,
        repositories: Repositories,
        namespace: str,
        source: str,
        target: str,
        fields: tuple[str, str] = ("source", "target"),
    ) -> MergeReport:
        def look() -> _Ground:
            one = find_path(repositories, namespace, fields[0], source)
            other = find_path(repositories, namespace, fields[1], target)
            return _ground(repositories, namespace, one, other, one.entity)

        ground = look()
        one, other = ground.source, ground.target
        if one.start == other.start:
            return _report(ground, changed=False, note="both are the same")
        if one.start in other.keys:
            names = [*other.names[: other.keys.index(one.start) + 1], other.names[0]]
            way = " -> ".join(repr(name) for name in names)
            raise InvalidInputError(fields[1], f"stands for the {fields[0]}: merging would close the circle {way}")
        if one.entity == other.entity:
            return _report(ground, changed=False, note="both stand for the same entity already")
        _lock(repositories, namespace, ground, look)
        now = self._clock.now()
        before = _spellings(repositories, namespace, ground)
        old = _resolved(ground.claimed, before)
        versions = [v for _, v in repositories.facts.versions_of_facts(namespace, sorted(old))]
        vectors = repositories.facts.find_vectors(namespace, versions)
        repositories.facts.delete(namespace, versions)
        repositories.aliases.merge(namespace, one.entity, other.entity, now)
        repositories.aliases.refresh(namespace, [other.entity])
        repositories.aliases.total(namespace, [(episode, other.entity) for episode in ground.episodes])
        after = _spellings(repositories, namespace, ground)
        change = FactChange(replayed=sorted(_resolved(ground.claimed, after)), vectors=vectors)
        self._replay(repositories, namespace, change, after, now)
        return _report(ground)

    def _unmerge(self, repositories: Repositories, namespace: str, name: str) -> MergeReport:
        def look() -> _Ground:
            one = find_path(repositories, namespace, "name", name)
            other = find_path(repositories, namespace, "name", one.entity)
            return _ground(repositories, namespace, one, other, one.start)

        ground = look()
        one, other = ground.source, ground.target
        if one.start == one.entity:
            return _report(ground, changed=False, note="it stands for no other entity")
        _lock(repositories, namespace, ground, look)
        now = self._clock.now()
        before = _spellings(repositories, namespace, ground)
        old = _resolved(ground.claimed, before)
        vectors = repositories.facts.find_vectors(
            namespace, [v for _, v in repositories.facts.versions_of_facts(namespace, sorted(old))]
        )
        # a predicate may have had one value at a time for what the alias said alone
        pairs = sorted({(subject, predicate) for subject, predicate, _ in old if subject == other.entity})
        single = repositories.claims.find_single(namespace, [(s, before.all_names(s), p) for s, p in pairs])
        ends = [(spelled, predicate) for s, predicate in sorted(single) for spelled in before.all_names(s)]
        told = {claim.fact for _, claim in repositories.claims.of_subjects(namespace, ends)}
        repositories.aliases.unmerge(namespace, one.start)
        repositories.aliases.refresh(namespace, [one.start, other.entity])
        shares = [(episode, entity) for episode in ground.episodes for entity in (one.start, other.entity)]
        repositories.aliases.total(namespace, shares)
        after = _spellings(repositories, namespace, ground, told)
        replayed = sorted(old | told | _resolved(ground.claimed, after))
        self._replay(repositories, namespace, FactChange(replayed=replayed, vectors=vectors), after, now)
        deleted = repositories.entities.delete_orphans(namespace, [one.start, other.entity])
        return _report(ground, deleted=deleted)

    def _replay(
        self, repositories: Repositories, namespace: str, change: FactChange, spellings: Spellings, now: datetime
    ) -> None:
        change_facts(repositories, namespace, change, spellings=spellings, now_ms=to_ms(now), embed=self._embed)


def find_path(repositories: Repositories, namespace: str, field: str, name: str) -> AliasPath:
    """Return the way from a name, an alias or an id to its entity.

    Raises:
        NotFoundError: There is none in this namespace; names the field.
    """
    found = repositories.aliases.find_path(namespace, canonical_name(name), name)
    if found is None:
        raise NotFoundError(
            f"{field}: entity {name!r} is not in namespace {namespace!r}", hint="check the name and the namespace"
        )
    return found


def _ground(repositories: Repositories, namespace: str, source: AliasPath, target: AliasPath, moved: str) -> _Ground:
    """Read what goes with the name ``moved`` when it comes to, or leaves, an entity."""
    names = {moved, *repositories.aliases.list_tree(namespace, moved)}
    claimed = repositories.aliases.list_claimed(namespace, names)
    others = {target.entity, *repositories.aliases.list_tree(namespace, target.entity)}
    beside = repositories.aliases.list_claimed(namespace, others)
    ends = {end for subject, _, obj in claimed | beside for end in (subject, obj)}
    spellings = repositories.entities.spellings(namespace, ends)
    around = {spellings.entity(end) for end in ends} | {source.entity, target.entity}
    episodes = tuple(repositories.aliases.list_episodes(namespace, names))
    return _Ground(
        source, target, frozenset(names), frozenset(others - names), frozenset(claimed), frozenset(around), episodes
    )


def _lock(repositories: Repositories, namespace: str, ground: _Ground, look: Callable[[], _Ground]) -> None:
    """Take the locks in the order of all writers (entities, then episodes), and look again.

    Raises:
        StaleError: Another writer came between.
    """
    repositories.entities.lock(namespace, ground.around)
    if ground.episodes:
        repositories.episodes.lock(namespace, ground.episodes)
    if look() != ground:
        raise StaleError("an entity was changed by another writer", hint="try again")


def _spellings(
    repositories: Repositories, namespace: str, ground: _Ground, others: Iterable[FactKey] = ()
) -> Spellings:
    ends = {end for subject, _, obj in (*ground.claimed, *others) for end in (subject, obj)}
    return repositories.entities.spellings(namespace, ends | ground.names | {ground.target.entity})


def _resolved(claimed: Iterable[FactKey], spellings: Spellings) -> set[FactKey]:
    return {(spellings.entity(subject), predicate, spellings.entity(obj)) for subject, predicate, obj in claimed}


def _report(ground: _Ground, *, changed: bool = True, note: str = "", deleted: int = 0) -> MergeReport:
    # the entity as it is merged, or the alias as it is taken apart
    own = 0 if ground.target.entity == ground.source.entity else -1
    source, target = ground.source, ground.target
    if not changed:
        return MergeReport(
            source=source.names[0], source_id=source.ids[0], target=target.names[-1], target_id=target.ids[-1],
            changed=False, note=note,
        )  # fmt: skip
    both = ground.names | ground.others
    inside = [key for key in ground.claimed if both.issuperset((key[0], key[2]))]
    sides = [{subject in ground.names, obj in ground.names} for subject, _, obj in inside]
    between = sum(len(side) > 1 for side in sides)
    return MergeReport(
        source=source.names[own], source_id=source.ids[own], target=target.names[-1], target_id=target.ids[-1],
        mentions=len(ground.episodes), facts=len(ground.claimed) - len(inside), between=between, deleted=deleted,
    )  # fmt: skip
