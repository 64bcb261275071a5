"""TemporalGraph: entities and facts with validity on the relationship."""

from __future__ import annotations

from typing import TYPE_CHECKING

from memgraph_svc.domain._model import validated
from memgraph_svc.domain.entity import Entity, EntityMention
from memgraph_svc.domain.identity import entity_id
from memgraph_svc.domain.scope import check_identifier, check_namespace
from memgraph_svc.errors import NotFoundError

if TYPE_CHECKING:
    from memgraph_svc.ports.clock import Clock
    from memgraph_svc.repositories.store import Repositories, Store
    from memgraph_svc.services.preparer import EpisodePreparer

__all__ = ["TemporalGraph"]


class TemporalGraph:
    """Entities and what is known of them."""

    def __init__(self, store: Store, preparer: EpisodePreparer, clock: Clock) -> None:
        self._store = store
        self._preparer = preparer
        self._clock = clock

    def add_node(
        self,
        name: str,
        type: str = "entity",
        source_episode: str | None = None,
        *,
        namespace: str,
    ) -> Entity:
        """Add an entity, or return the one of this name; with a source episode, also that it mentions the entity.

        Args:
            name: Name as spelled; its canonical form is the identity.
            type: Kind of entity.
            source_episode: Id of the episode it comes from, which then mentions it whatever it says after an update.
                Without one the entity stays although nothing mentions it.
            namespace: Tenant.

        Raises:
            InvalidInputError: A value breaks a rule.
            NotFoundError: The source episode is not in this namespace.
        """
        check_namespace(namespace)
        mention = validated(EntityMention, {"name": name, "type": type})
        canonical = mention.canonical
        if source_episode is not None:
            check_identifier("source_episode", source_episode)
        vector = self._preparer.embed([mention.name])[0]
        now = self._clock.now()

        def work(repositories: Repositories) -> None:
            repositories.entities.upsert(
                namespace, {canonical: mention}, {canonical: vector}, now, asserted=source_episode is None
            )
            if source_episode is not None:
                repositories.episodes.lock(namespace, [source_episode])
                if not repositories.episodes.find_hashes(namespace, [source_episode]):
                    raise NotFoundError(f"episode {source_episode!r} is not in namespace {namespace!r}")
                repositories.entities.mention(namespace, [(source_episode, canonical, 1)], asserted=True)

        self._store.write(work, name="add_node")
        return self._store.entities.get(namespace, entity_id(namespace, canonical))

    def node_count(self, *, namespace: str) -> int:
        """Count the entities of a namespace."""
        return self._store.entities.count(check_namespace(namespace))
