"""EntityGraph: the entities of a namespace, their other names, and which of them are one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from memgraph_svc.domain._model import validated
from memgraph_svc.domain.entity import EntityMention
from memgraph_svc.domain.instant import to_ms
from memgraph_svc.domain.scope import check_name, check_namespace
from memgraph_svc.domain.text import canonical_name
from memgraph_svc.errors import InvalidInputError, NotFoundError
from memgraph_svc.services.entity_merger import find_path
from memgraph_svc.settings import LIMITS

if TYPE_CHECKING:
    from collections.abc import Callable

    from memgraph_svc.domain.entity import EntitySummary
    from memgraph_svc.domain.merge import MergeCandidate, MergeReport, SynonymReport
    from memgraph_svc.ports.clock import Clock
    from memgraph_svc.repositories.store import Store
    from memgraph_svc.services.entity_merger import EntityMerger
    from memgraph_svc.services.synonyms import Synonyms

__all__ = ["EntityGraph"]


class EntityGraph:
    """Entities, aliases, synonyms and merging. An entity is named by a name, an alias or an id everywhere."""

    def __init__(self, store: Store, merger: EntityMerger, synonyms: Synonyms, clock: Clock) -> None:
        self._store = store
        self._merger = merger
        self._synonyms = synonyms
        self._clock = clock

    def entity(self, name_or_id: str, *, namespace: str) -> EntitySummary:
        """Return an entity with its aliases and how much is known of it.

        Raises:
            InvalidInputError: A value breaks a rule.
            NotFoundError: It is not in this namespace.
        """
        check_namespace(namespace)
        key = find_path(self._store, namespace, "name", check_name("name", name_or_id)).entity
        found = self._store.entities.describe(namespace, [key], at_ms=to_ms(self._clock.now()))
        if key not in found:
            raise NotFoundError(f"name: entity {name_or_id!r} is not in namespace {namespace!r}")
        return found[key]

    def entities(
        self, *, namespace: str, like: str | None = None, limit: int = 100, after: str | None = None
    ) -> list[EntitySummary]:
        """Entities in the order of their canonical names, a page at a time.

        Args:
            namespace: Tenant.
            like: Text that the name or an alias contains, whatever its case and accents; any if not given.
            limit: Most entities.
            after: Name of the last entity of the page before; the first page if not given.

        Raises:
            InvalidInputError: A value breaks a rule.
        """
        check_namespace(namespace)
        text = "" if like is None else canonical_name(check_name("like", like))
        start = "" if after is None else canonical_name(check_name("after", after))
        return self._store.entities.list_page(
            namespace, after=start, like=text, at_ms=to_ms(self._clock.now()), limit=_checked(limit)
        )

    def merge_entities(self, source: str, target: str, *, namespace: str) -> MergeReport:
        """Make an entity an alias of another one; its names, ids and aliases then stand for that one.

        Mentions and facts of all times count for the target, as if both had always been one. Nothing is lost: see
        :meth:`unmerge`. What is merged into the target already, or is the same entity, is left as it is.

        Args:
            source: Entity that becomes an alias.
            target: Entity that it stands for then.
            namespace: Tenant.

        Raises:
            InvalidInputError: A value breaks a rule, or the target stands for the source.
            NotFoundError: One of them is not in this namespace.
        """
        check_namespace(namespace)
        return self._merger.merge(namespace, check_name("source", source), check_name("target", target))

    def unmerge(self, name_or_id: str, *, namespace: str) -> MergeReport:
        """Undo a merge: the alias is an entity again, with everything that was said under its name, then and since.

        An entity that nothing mentions, states or asserted is deleted. What is no alias is left as it is.

        Raises:
            InvalidInputError: A value breaks a rule.
            NotFoundError: The name is not in this namespace.
        """
        check_namespace(namespace)
        return self._merger.unmerge(namespace, check_name("name", name_or_id))

    def add_alias(self, entity: str, alias: str, *, namespace: str) -> MergeReport:
        """Make a name stand for an entity. If an entity has that name, it is merged.

        Raises:
            InvalidInputError: A value breaks a rule, or the entity stands for the alias.
            NotFoundError: The entity is not in this namespace.
        """
        check_namespace(namespace)
        mention = validated(EntityMention, {"name": check_name("alias", alias)})
        return self._merger.add(namespace, check_name("entity", entity), mention)

    def remove_alias(self, alias: str, *, namespace: str) -> MergeReport:
        """Take a name from its entity, as :meth:`unmerge`.

        Raises:
            InvalidInputError: A value breaks a rule.
            NotFoundError: The name is not in this namespace.
        """
        return self.unmerge(alias, namespace=namespace)

    def link_synonyms(self, *, namespace: str, progress: Callable[[int, int], None] | None = None) -> SynonymReport:
        """Note all pairs of entities whose names are near in meaning, for :meth:`merge_candidates`.

        Every pair of names is compared exactly; repeating changes nothing.

        Args:
            namespace: Tenant.
            progress: Told the pairs written and the pairs in all.

        Raises:
            InvalidInputError: The namespace breaks a rule.
        """
        return self._synonyms.link(check_namespace(namespace), progress)

    def merge_candidates(self, *, namespace: str, entity: str | None = None, limit: int = 50) -> list[MergeCandidate]:
        """Pairs of entities that may be one, the surest first: by spelling, number, initials, or as noted before.

        Args:
            namespace: Tenant.
            entity: Only pairs with this one.
            limit: Most pairs.

        Raises:
            InvalidInputError: A value breaks a rule.
            NotFoundError: The entity is not in this namespace.
        """
        check_namespace(namespace)
        only = None if entity is None else check_name("entity", entity)
        return self._synonyms.candidates(namespace, only, _checked(limit))


def _checked(limit: object) -> int:
    if isinstance(limit, bool) or not isinstance(limit, int) or not 1 <= limit <= LIMITS.search_limit:
        raise InvalidInputError("limit", f"must be 1-{LIMITS.search_limit}")
    return limit
