"""Comparing the indexes of a store with those that the migrations make."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Sequence

    from memgraph_svc.graph.graph import Row
    from memgraph_svc.migrations.files import Migration

__all__ = ["DeclaredIndex", "declared_indexes", "foreign_indexes", "missing_indexes", "vector_options"]

_CREATE: Final = re.compile(r"CREATE (?:(VECTOR|FULLTEXT) )?(INDEX|CONSTRAINT) \w+ IF NOT EXISTS")
_TARGET: Final = re.compile(r"FOR (?:\(\)-)?[(\[](\w+):(\w+)")
_DROP: Final = re.compile(r"DROP (?:CONSTRAINT|INDEX) (\w+) IF EXISTS")
_ANALYZER: Final = "english"
_NAMED: Final = frozenset({"VECTOR", "FULLTEXT"})
"""Kinds that a search asks for by name; the others serve under any name."""


@dataclass(frozen=True, slots=True)
class DeclaredIndex:
    """An index that a migration makes, or that of a constraint that it makes."""

    version: int
    name: str
    kind: str
    unique: bool
    target: str
    properties: tuple[str, ...]


def declared_indexes(migrations: Sequence[Migration]) -> list[DeclaredIndex]:
    """Read what the statements make and later ones do not drop; a migration that makes no index is left out."""
    found: list[DeclaredIndex] = []
    for migration in migrations:
        text = migration.query.text
        create, target = _CREATE.search(text), _TARGET.search(text)
        if create and target:
            properties = tuple(re.findall(rf"\b{target[1]}\.(\w+)", text))
            kind, unique = create[1] or "RANGE", create[2] == "CONSTRAINT"
            found.append(DeclaredIndex(migration.version, migration.name, kind, unique, target[2], properties))
        if drop := _DROP.search(text):
            found = [index for index in found if index.name != drop[1]]
    return found


def vector_options(dimension: int) -> dict[str, dict[str, object]]:
    """Options of every vector index."""
    return {
        "indexConfig": {
            "vector.dimensions": dimension,
            "vector.similarity_function": "cosine",
            # quantized, a search with a filter loses a tenth of its recall
            "vector.quantization.enabled": False,
            # with the default, 16 and 100, whole neighbourhoods of a namespace were missed among 100,000 episodes
            "vector.hnsw.m": 32,
            "vector.hnsw.ef_construction": 200,
        }
    }


def foreign_indexes(declared: Sequence[DeclaredIndex], rows: Sequence[Row], dimension: int) -> list[str]:
    """Names of ours under which the store has something else."""
    found = {row["name"]: row for row in rows}
    return [index.name for index in declared if index.name in found and not _is(index, found[index.name], dimension)]


def missing_indexes(declared: Sequence[DeclaredIndex], rows: Sequence[Row], dimension: int) -> list[DeclaredIndex]:
    """Indexes that are not among those of the store; an equal one serves where no search asks by name."""
    return [
        index
        for index in declared
        if not any(
            _is(index, row, dimension) and (row["name"] == index.name or index.kind not in _NAMED) for row in rows
        )
    ]


def _is(index: DeclaredIndex, row: Row, dimension: int) -> bool:
    shape = (row["type"], row["unique"], row["covers"], tuple(row["properties"] or ()))
    if shape != (index.kind, index.unique, [index.target], index.properties):
        return False
    config = row["options"].get("indexConfig", {})
    if index.kind == "VECTOR":
        given = (config.get("vector.dimensions"), config.get("vector.similarity_function"))
        return given == (dimension, "COSINE") and config.get("vector.quantization.type") == "NONE"
    return index.kind != "FULLTEXT" or config.get("fulltext.analyzer") == _ANALYZER
