"""Names that stand for entities, to and from the graph."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from memgraph_svc.graph.codec import encode_instant
from memgraph_svc.graph.identifiers import namespace_label

if TYPE_CHECKING:
    from collections.abc import Iterable
    from datetime import datetime

    from memgraph_svc.graph.graph import Runner

__all__ = ["AliasPath", "AliasRepository"]


@dataclass(frozen=True, slots=True)
class AliasPath:
    """The way from a name to the entity that it stands for: canonical names, names as spelled, and ids."""

    keys: tuple[str, ...]
    names: tuple[str, ...]
    ids: tuple[str, ...]

    @property
    def start(self) -> str:
        """Canonical name that was looked up."""
        return self.keys[0]

    @property
    def entity(self) -> str:
        """Canonical name of the entity."""
        return self.keys[-1]


@dataclass(frozen=True, slots=True)
class AliasRepository:
    """Aliases of one graph or unit of work."""

    runner: Runner

    def find_path(self, namespace: str, name: str, entity_id: str) -> AliasPath | None:
        """The way from an id, or else a canonical name, to its entity."""
        rows = self.runner.run("aliases.path", namespace=namespace, name=name, entity_id=entity_id)
        return AliasPath(*(tuple(rows[0][column]) for column in ("keys", "names", "ids"))) if rows else None

    def list_tree(self, namespace: str, name: str) -> list[str]:
        """Canonical names that stand for a name, over one step or several."""
        return [row["canonical_name"] for row in self.runner.run("aliases.tree", namespace=namespace, name=name)]

    def list_claimed(self, namespace: str, names: Iterable[str]) -> set[tuple[str, str, str]]:
        """Subjects, predicates and objects, as spelled, that are claimed of names."""
        rows = self.runner.run("aliases.claimed", namespace=namespace, names=sorted(set(names)))
        return {(row["subject"], row["predicate"], row["object"]) for row in rows}

    def list_episodes(self, namespace: str, names: Iterable[str]) -> list[str]:
        """Ids of the episodes that mention one of several names."""
        rows = self.runner.run("aliases.episodes", namespace=namespace, names=sorted(set(names)))
        return [row["episode_id"] for row in rows]

    def merge(self, namespace: str, source: str, target: str, merged_at: datetime) -> int:
        """Make a locked entity an alias of another one."""
        times = encode_instant("merged_at", merged_at)
        rows = self.runner.run(
            "aliases.merge",
            namespace=namespace, label=namespace_label(namespace), source=source, target=target, **times,
        )  # fmt: skip
        return rows[0]["merged"]

    def unmerge(self, namespace: str, name: str) -> int:
        """Make an alias an entity again."""
        label = namespace_label(namespace)
        return self.runner.run("aliases.unmerge", namespace=namespace, label=label, name=name)[0]["unmerged"]

    def total(self, namespace: str, mentions: Iterable[tuple[str, str]]) -> int:
        """Bring (episode id, entity) to what its names are mentioned together; returns the new ones."""
        pairs = sorted(set(mentions), key=lambda pair: (pair[1], pair[0]))
        rows = [{"episode_id": episode, "canonical_name": name} for episode, name in pairs]
        return self.runner.run("aliases.total", namespace=namespace, rows=rows)[0]["created"] if rows else 0

    def refresh(self, namespace: str, names: Iterable[str]) -> int:
        """Bring what entities show of their aliases to what those are."""
        return self.runner.run("aliases.refresh", namespace=namespace, names=sorted(set(names)))[0]["refreshed"]

    def describe(self, namespace: str, aliases: Iterable[tuple[str, str, bool]]) -> list[str]:
        """Keep what is learned of aliases (canonical name, type, asserted); returns entities that need a refresh."""
        rows = [
            {"canonical_name": name, "type": kind, "asserted": asserted} for name, kind, asserted in sorted(aliases)
        ]
        found = self.runner.run("aliases.describe", namespace=namespace, rows=rows) if rows else []
        return [row["changed"] for row in found]
