"""Codes of entities and declared predicates, to and from the graph."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from memgraph_svc.graph.graph import Runner

__all__ = ["CodedName", "DictionaryRepository", "NewName"]


@dataclass(frozen=True, slots=True)
class CodedName:
    """A name that has a code; of a merged entity also the name of the one that it is part of now."""

    code: int
    name: str
    into: str | None


@dataclass(frozen=True, slots=True)
class NewName:
    """What has no code: an entity by its canonical name, or a predicate as it is spelled."""

    kind: str
    name: str


@dataclass(frozen=True, slots=True)
class DictionaryRepository:
    """The dictionary of one graph or unit of work."""

    runner: Runner

    def size(self, namespace: str) -> int:
        """How many codes were given, those of what was deleted too."""
        rows = self.runner.run("dictionary.size", namespace=namespace)
        return rows[0]["codes"] if rows else 0

    def list(self, namespace: str, codes: int) -> list[CodedName]:
        """Names of the codes below a number, by code; what was deleted has none."""
        rows = self.runner.run("dictionary.list", namespace=namespace, codes=codes)
        # of what is deleted while the query runs, only the row is left
        return [CodedName(**row) for row in rows if row["code"] is not None and row["name"] is not None]

    def list_new(self, namespace: str, *, limit: int) -> list[NewName]:
        """What has no code, in the order in which codes are given: by recorded time, then by name."""
        rows = self.runner.run("dictionary.list_new", namespace=namespace, limit=limit)
        return [NewName(**row) for row in rows]

    def lock(self, namespace: str) -> int:
        """Take the lock of the dictionary; returns how many codes were given."""
        return self.runner.run("dictionary.lock", namespace=namespace)[0]["codes"]

    def give(self, namespace: str, names: Sequence[NewName]) -> int:
        """Give the next codes in order, under the locks of the dictionary and of the entities; returns how many.

        What was deleted, merged or coded meanwhile gets none.
        """
        rows = [{"kind": new.kind, "name": new.name} for new in names]
        return self.runner.run("dictionary.give", namespace=namespace, rows=rows)[0]["given"]
