"""TemporalGraph: entities and facts with validity on the relationship."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

from memgraph_svc.domain._model import validated
from memgraph_svc.domain.entity import Entity, EntityMention
from memgraph_svc.domain.fact import Conflict, FactDraft, FactReport
from memgraph_svc.domain.identity import entity_id
from memgraph_svc.domain.query import FactQuery
from memgraph_svc.domain.scope import check_identifier, check_name, check_namespace
from memgraph_svc.domain.text import canonical_name
from memgraph_svc.errors import InvalidInputError, NotFoundError
from memgraph_svc.repositories.facts import FactWindow
from memgraph_svc.services.episode_writer import assert_mentions, upsert
from memgraph_svc.services.stale import write_again

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from memgraph_svc.domain.fact import Fact
    from memgraph_svc.ports.clock import Clock
    from memgraph_svc.repositories.store import Repositories, Store
    from memgraph_svc.services.entity_graph import EntityGraph
    from memgraph_svc.services.fact_asserter import FactAsserter
    from memgraph_svc.services.preparer import EpisodePreparer

__all__ = ["TemporalGraph"]

_ENTITY_ID: Final = re.compile(r"en_[0-9a-f]{32}")


class TemporalGraph:
    """Entities and what is known of them."""

    def __init__(
        self, store: Store, preparer: EpisodePreparer, asserter: FactAsserter, entities: EntityGraph, clock: Clock
    ) -> None:
        self._store = store
        self._preparer = preparer
        self._asserter = asserter
        self._clock = clock
        # entities are a part of their own, whose methods are found here too
        self.entity = entities.entity
        self.entities = entities.entities
        self.merge_entities = entities.merge_entities
        self.unmerge = entities.unmerge
        self.add_alias = entities.add_alias
        self.remove_alias = entities.remove_alias
        self.link_synonyms = entities.link_synonyms
        self.merge_candidates = entities.merge_candidates

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
            name: Name as spelled; its canonical form is the identity. An alias gives the entity that it stands for.
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

        def work(repositories: Repositories) -> str:
            asserted = source_episode is None
            spellings = upsert(
                repositories, namespace, {canonical: mention}, {canonical: vector}, now, asserted=asserted
            )
            if source_episode is not None:
                assert_mentions(repositories, namespace, source_episode, [canonical], spellings)
            return spellings.entity(canonical)

        entity = write_again(self._store, work, name="add_node")
        return self._store.entities.get(namespace, entity_id(namespace, entity))

    def node_count(self, *, namespace: str) -> int:
        """Count the entities of a namespace."""
        return self._store.entities.count(check_namespace(namespace))

    def assert_fact(
        self,
        subject: str,
        predicate: str,
        object: str,
        *,
        namespace: str,
        valid_from: datetime | None = None,
        valid_to: datetime | None = None,
        confidence: float = 1.0,
        functional: bool = False,
        source_episode: str | None = None,
    ) -> FactReport:
        """State a fact. What is believed then depends on what was said, not on the order in which it arrived.

        Args:
            subject: Name or alias of an entity, which is made if it is not there, or the id of one that is.
            predicate: A value, kept as it is spelled.
            object: Another entity, likewise.
            namespace: Tenant.
            valid_from: First instant; none is the open past.
            valid_to: First instant after the end; none means that no end is known.
            confidence: 0..1.
            functional: The subject has one value of the predicate at a time: a later value ends an earlier one.
            source_episode: Id of the episode that says it; it goes when the episode is deleted.

        Raises:
            InvalidInputError: A value breaks a rule.
            NotFoundError: The source episode, or the entity of an id, is not in this namespace.
        """
        check_namespace(namespace)
        subject, object = self._named(namespace, subject), self._named(namespace, object)
        given: dict[str, Any] = {
            "subject": subject, "predicate": predicate, "object": object, "valid_from": valid_from,
            "valid_to": valid_to, "confidence": confidence, "functional": functional,
        }  # fmt: skip
        if source_episode is not None:
            check_identifier("source_episode", source_episode)
        return self._asserter.state(namespace, validated(FactDraft, given), source_episode)

    def retract_fact(self, fact_id: str, *, namespace: str) -> FactReport:
        """Stop believing a fact, whoever said it; ``known_at`` before now still shows it. Repeating is harmless.

        Raises:
            NotFoundError: No fact of this namespace has the id.
        """
        check_namespace(namespace)
        return self._asserter.retract(namespace, check_identifier("fact_id", fact_id))

    def declare_predicate(self, predicate: str, *, functional: bool, namespace: str) -> FactReport:
        """Declare that subjects have one value of a predicate at a time in this namespace, or may have several.

        Raises:
            InvalidInputError: A value breaks a rule.
        """
        check_namespace(namespace)
        if not isinstance(functional, bool):
            raise InvalidInputError("functional", "must be true or false")
        return self._asserter.declare(namespace, check_name("predicate", predicate), functional=functional)

    def predicates(self, *, namespace: str) -> list[str]:
        """Predicates that are declared to have one value at a time, sorted."""
        return self._store.predicates.list(check_namespace(namespace))

    def facts(
        self,
        subject: str | None = None,
        predicate: str | None = None,
        object: str | None = None,
        *,
        namespace: str,
        as_of: datetime | None = None,
        known_at: datetime | None = None,
        include_ended: bool = False,
        limit: int | None = None,
    ) -> list[Fact]:
        """Facts that hold, ordered by subject, predicate, beginning and object.

        Args:
            subject: Name, alias or id of an entity; any if not given.
            predicate: Predicate; any if not given.
            object: Name, alias or id of an entity; any if not given.
            namespace: Tenant.
            as_of: When they must hold; now if not given.
            known_at: What was believed then; what is believed now if not given.
            include_ended: Also those that hold at another time.
            limit: Most facts; all if not given.

        Raises:
            InvalidInputError: A value breaks a rule.
        """
        asked = validated(FactQuery, {"namespace": namespace, "subject": subject, "predicate": predicate,
                                      "object": object, "as_of": as_of, "known_at": known_at,
                                      "include_ended": include_ended, "limit": limit})  # fmt: skip
        at_ms = None if asked.include_ended else asked.at_ms(self._clock.now())
        known = None if asked.known_at is None else asked.known_ms
        return self._list(asked, FactWindow(at_ms, known))

    def history(
        self,
        subject: str | None = None,
        predicate: str | None = None,
        object: str | None = None,
        *,
        fact_id: str | None = None,
        namespace: str,
    ) -> list[Fact]:
        """Every version of facts, those that are not believed any more too, ordered by beginning and recorded time.

        They are chosen by subject, predicate and object, or else by the id of a fact.

        Raises:
            InvalidInputError: A value breaks a rule.
            NotFoundError: No fact of this namespace has the id.
        """
        asked = validated(
            FactQuery, {"namespace": namespace, "subject": subject, "predicate": predicate, "object": object}
        )
        if fact_id is not None:
            if (subject, predicate, object) != (None, None, None):
                raise InvalidInputError("fact_id", "goes without subject, predicate and object")
            found = self._versions(namespace, check_identifier("fact_id", fact_id))
        else:
            found = self._list(asked, FactWindow(versions=True))
        return sorted(found, key=lambda f: (f.from_ms, f.recorded_at, f.subject, f.predicate, f.object))

    def conflicts(self, *, namespace: str, subject: str | None = None, predicate: str | None = None) -> list[Conflict]:
        """What sources said and is not believed, or for a shorter time than they said, with the fact that is.

        Raises:
            InvalidInputError: A value breaks a rule.
        """
        asked = validated(FactQuery, {"namespace": namespace, "subject": subject, "predicate": predicate})
        names: Sequence[str] = ()
        if asked.subject is not None:
            entity = self._resolve(namespace, asked.subject)
            names = self._store.entities.spellings(namespace, [entity]).all_names(entity)
        rows = self._store.claims.contradicted(namespace, names, asked.predicate)
        won = {
            fact.fact_id: fact
            for fact, _, _ in self._store.facts.get(namespace, {row["contradicts"] for row in rows})
            if fact.invalidated_at is None
        }
        return [Conflict(won_by=won.get(row.pop("contradicts")), **row) for row in rows]

    def _versions(self, namespace: str, fact_id: str) -> list[Fact]:
        """Versions of a fact; of an id that was given before a merge, or of a claim not believed, those of its fact."""
        found = [fact for fact, _, _ in self._store.facts.get(namespace, [fact_id])]
        if found:
            return found
        claims = self._store.claims.get(namespace, fact_id)
        if not claims:
            raise NotFoundError(f"fact {fact_id!r} is not in namespace {namespace!r}")
        subject, predicate, obj = claims[0].fact
        window = FactWindow(versions=True)
        return self._store.facts.list(namespace, window, subject=subject, predicate=predicate, object=obj)

    def _list(self, asked: FactQuery, window: FactWindow) -> list[Fact]:
        subject = None if asked.subject is None else self._resolve(asked.namespace, asked.subject)
        obj = None if asked.object is None else self._resolve(asked.namespace, asked.object)
        return self._store.facts.list(
            asked.namespace, window, subject=subject, predicate=asked.predicate, object=obj, limit=asked.limit
        )

    def _named(self, namespace: str, name: str) -> str:
        """Name of the entity that an id stands for; anything else is a name."""
        is_id = isinstance(name, str) and _ENTITY_ID.fullmatch(name)
        return self._store.entities.get(namespace, name).name if is_id else name

    def _resolve(self, namespace: str, name: str) -> str:
        """Canonical name of the entity that a name, an alias or an id stands for."""
        canonical = canonical_name(name)
        if name.startswith("en_"):
            found = self._store.entities.find(namespace, name)
            canonical = found.canonical_name if found else canonical
        return self._store.entities.spellings(namespace, [canonical]).entity(canonical)
