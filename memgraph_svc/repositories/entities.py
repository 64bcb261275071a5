"""Entities and what mentions them, to and from the graph."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from memgraph_svc.domain.entity import Entity, EntitySummary
from memgraph_svc.domain.identity import entity_id, namespace_token
from memgraph_svc.domain.name_forms import initials
from memgraph_svc.domain.spelling import Spellings
from memgraph_svc.errors import NotFoundError
from memgraph_svc.graph.codec import encode_instant
from memgraph_svc.graph.filters import overfetch, time_parameters
from memgraph_svc.graph.identifiers import namespace_label

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping, Sequence
    from datetime import datetime

    import numpy as np
    from numpy.typing import NDArray

    from memgraph_svc.domain.entity import EntityMention
    from memgraph_svc.domain.query import SearchFilter
    from memgraph_svc.graph.graph import Runner

__all__ = ["EntityMatch", "EntityRepository"]

_MANY: Final = 2**31 - 1


@dataclass(frozen=True, slots=True)
class EntityMatch:
    """An entity that a name or a vector led to."""

    canonical_name: str
    name: str
    passages: int
    cosine: float = 1.0


@dataclass(frozen=True, slots=True)
class EntityRepository:
    """Entities of one graph or unit of work."""

    runner: Runner

    def find_known(self, namespace: str, names: Iterable[str]) -> set[str]:
        """Which of these canonical names are entities, or aliases, that have their vector."""
        rows = self.runner.run("entities.find_known", namespace=namespace, names=sorted(set(names)))
        return {row["canonical_name"] for row in rows}

    def spellings(self, namespace: str, names: Iterable[str]) -> Spellings:
        """What canonical names stand for, and the other names of their entities."""
        rows = self.runner.run("entities.names", namespace=namespace, names=sorted(set(names)))
        return Spellings(
            {row["name"]: row["entity"] for row in rows},
            {row["entity"]: (row["entity"], *row["aliases"]) for row in rows},
        )

    def find(self, namespace: str, entity_id: str) -> Entity | None:
        """One entity by its id, or by the id of one that was merged into it."""
        rows = self.runner.run("entities.get", namespace=namespace, entity_id=entity_id)
        return Entity(**rows[0]) if rows else None

    def get(self, namespace: str, entity_id: str) -> Entity:
        """Return one entity, as of ``find``.

        Raises:
            NotFoundError: It is not in this namespace.
        """
        found = self.find(namespace, entity_id)
        if found is None:
            raise NotFoundError(f"entity {entity_id!r} is not in namespace {namespace!r}")
        return found

    def lock(self, namespace: str, names: Iterable[str]) -> None:
        """Lock existing entities in the order of their names."""
        self.runner.run("entities.lock", namespace=namespace, names=sorted(set(names)))

    def upsert(
        self,
        namespace: str,
        entities: Mapping[str, EntityMention],
        vectors: Mapping[str, NDArray[np.float32]],
        recorded_at: datetime,
        *,
        asserted: Collection[str] = (),
    ) -> list[str]:
        """Create or lock entities by canonical name, in order.

        Args:
            namespace: Tenant.
            entities: Canonical name to its spelling.
            vectors: Name vectors of those that may be new.
            recorded_at: When they became known.
            asserted: Those that were added for their own sake and stay when nothing mentions them any more.

        Returns:
            Canonical names of those that have no vector.
        """
        rows = [
            {
                "canonical_name": canonical,
                "type": mention.type,
                "asserted": canonical in asserted,
                "embedding": vectors[canonical].tolist() if canonical in vectors else None,
                "props": {
                    "entity_id": entity_id(namespace, canonical),
                    "name": mention.name,
                    "type": mention.type,
                    "aliases": [],
                    "asserted": canonical in asserted,
                    "initials": initials(canonical),
                    "ns_token": namespace_token(namespace),
                    **encode_instant("recorded_at", recorded_at),
                },
            }
            for canonical, mention in sorted(entities.items())
        ]
        label = namespace_label(namespace)
        found = self.runner.run("entities.upsert", namespace=namespace, label=label, rows=rows)
        return [row["canonical_name"] for row in found]

    def mention(self, namespace: str, mentions: Iterable[tuple[str, str, int]], *, asserted: bool = False) -> int:
        """Connect episodes to names as spelled; ``aliases.total`` brings entities with aliases to it.

        Args:
            namespace: Tenant.
            mentions: (episode_id, canonical name, count) each.
            asserted: They were added for their own sake and stay whatever the episode says later.

        Returns:
            How many of entities, under their own name, are new.
        """
        rows = [
            {"episode_id": episode, "canonical_name": name, "count": count, "asserted": asserted}
            for episode, name, count in sorted(mentions, key=lambda m: (m[1], m[0]))
        ]
        return self.runner.run("entities.mention", namespace=namespace, rows=rows)[0]["created"]

    def unmention(self, namespace: str, episode_id: str) -> int:
        """Take back everything that an episode mentions, but for what was asserted."""
        return self.runner.run("entities.unmention", namespace=namespace, episode_id=episode_id)[0]["deleted"]

    def delete_orphans(self, namespace: str, names: Iterable[str]) -> int:
        """Delete those entities that nothing rests on any more."""
        return self.runner.run("entities.delete_orphans", namespace=namespace, names=sorted(set(names)))[0]["deleted"]

    def match_names(
        self, filters: SearchFilter, names: Sequence[str], shortened: Sequence[str] = ()
    ) -> tuple[dict[str, EntityMatch], dict[str, list[EntityMatch]]]:
        """Entities that canonical names stand for, by those names.

        Returns:
            Also, for each of the initials that are some entity's, those entities; three stand for any number.
        """
        rows = self.runner.run(
            "entities.match_names",
            namespace=filters.namespace, names=list(names), initials=list(shortened), **time_parameters(filters),
        )  # fmt: skip
        named: dict[str, EntityMatch] = {}
        abbreviated: dict[str, list[EntityMatch]] = {}
        for row in rows:
            match = EntityMatch(row["canonical_name"], row["name"], row["passages"])
            if row["abbreviated"]:
                abbreviated.setdefault(row["asked"], []).append(match)
            else:
                named[row["asked"]] = match
        return named, abbreviated

    def nearest(
        self, filters: SearchFilter, vectors: NDArray[np.float32], *, limit: int = 1
    ) -> list[list[EntityMatch]]:
        """Entities nearest to each row of (n, dimension) unit vectors, best first."""
        found: list[list[EntityMatch]] = [[] for _ in range(len(vectors))]
        rows = self.runner.run(
            "entities.nearest",
            namespace=filters.namespace,
            vectors=vectors.tolist(),
            limit=limit,
            fetch=overfetch(limit),
            **time_parameters(filters),
        )
        for row in rows:
            if None in row.values():  # deleted while the index was searched
                continue
            match = EntityMatch(row["canonical_name"], row["name"], row["passages"], row["cosine"])
            found[row["row"]].append(match)
        return found

    def count(self, namespace: str, *, most: int = _MANY) -> int:
        """Count the entities of a namespace, up to a bound if one is given."""
        return self.runner.run("entities.count", namespace=namespace, most=most)[0]["entities"]

    def list_page(self, namespace: str, *, after: str, like: str, at_ms: int, limit: int) -> list[EntitySummary]:
        """A page of entities by canonical name; ``like`` is contained in a name, empty text in any."""
        rows = self.runner.run("entities.list", namespace=namespace, after=after, like=like, at_ms=at_ms, limit=limit)
        return [EntitySummary(**row) for row in rows]

    def describe(self, namespace: str, names: Iterable[str], *, at_ms: int) -> dict[str, EntitySummary]:
        """What is known of entities, by their canonical names."""
        rows = self.runner.run("entities.describe", namespace=namespace, names=sorted(set(names)), at_ms=at_ms)
        return {row["canonical_name"]: EntitySummary(**row) for row in rows}
