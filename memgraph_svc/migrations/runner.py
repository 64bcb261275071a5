"""Bringing a store to the schema of this version, and checking that it has it."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from memgraph_svc.errors import ConfigurationError, ConflictError, MigrationDriftError, MigrationError, QueryFailedError
from memgraph_svc.graph.identifiers import PROJECTED_PROPERTIES, Label, RelationshipType
from memgraph_svc.migrations.files import Migration, packaged_migrations
from memgraph_svc.migrations.indexes import declared_indexes, foreign_indexes, missing_indexes, vector_options
from memgraph_svc.migrations.lock import migration_lock

if TYPE_CHECKING:
    from memgraph_svc.graph.graph import Graph, Row

__all__ = ["MigrationReport", "check_schema", "check_store", "migrate", "schema_version"]

_POLL_SECONDS: Final = 0.2
_AWAIT_SECONDS: Final = 600
_BATCH: Final = 10_000
"""Nodes or relationships that a migration of data changes in one transaction."""


@dataclass(frozen=True, slots=True)
class MigrationReport:
    """What a migration applied, and the version that the store has now."""

    applied: tuple[str, ...]
    current: int


def schema_version(graph: Graph) -> int:
    """Return the version of the store; 0 when nothing was ever applied. Writes nothing.

    Raises:
        MigrationDriftError: An applied migration differs from the packaged one.
        MigrationError: The store is newer than this package.
    """
    return len(_applied(graph, packaged_migrations()))


def _applied(graph: Graph, packaged: list[Migration]) -> list[int]:
    recorded = {row["version"]: row for row in graph.run("admin.list_migrations")}
    if newer := [v for v in recorded if v > len(packaged)]:
        raise MigrationError(
            f"the store has schema {max(newer)}, this package knows {len(packaged)}",
            hint="install a newer memgraph-svc",
        )
    for migration in packaged[: len(recorded)]:
        row = recorded.get(migration.version)
        if row is None or row["checksum"] != migration.checksum:
            raise MigrationDriftError(
                f"migration {migration.version} {migration.name!r} was applied with another text",
                hint="restore the store from a backup or use the package that made it",
            )
    return sorted(recorded)


def check_schema(graph: Graph) -> int:
    """Return the schema of the store, and refuse one that is not the schema of this package.

    Raises:
        MigrationError: It is older, newer or changed.
    """
    found, needed = schema_version(graph), len(packaged_migrations())
    if found < needed:
        raise MigrationError(f"the store has schema {found}, this package needs {needed}", hint="memgraph-svc migrate")
    return found


def check_store(graph: Graph, *, model: str, dimension: int) -> None:
    """Refuse an embedder other than the one that the store was made with.

    Raises:
        ConfigurationError: Names both models and dimensions.
    """
    for row in graph.run("admin.get_store"):
        if (row["model"], row["dimension"]) != (model, dimension):
            raise ConfigurationError(
                f"the store holds vectors of {row['model']!r} ({row['dimension']} numbers), "
                f"the embedder is {model!r} ({dimension} numbers)",
                hint="set MEMGRAPH_EMBEDDER to the model of the store",
            )


def migrate(graph: Graph, *, model: str, dimension: int, wait_seconds: float = 180.0) -> MigrationReport:
    """Apply what is missing, one statement a transaction; safe to repeat and to run from several processes at once.

    An index that was dropped since it was made is made again.

    Args:
        graph: The store.
        model: Name of the embedder; recorded at the first run, compared later.
        dimension: Length of its vectors.
        wait_seconds: How long to wait for another process that is migrating.

    Raises:
        MigrationError: The store is newer, changed, has other indexes under our names, or data that breaks a key.
        MigrationLockedError: Another process did not finish in time.
        ConfigurationError: The store was made with another embedder.
    """
    packaged = packaged_migrations()
    with migration_lock(graph, wait_seconds=wait_seconds) as renew:
        graph.run("admin.create_migration_key")
        done = set(_applied(graph, packaged))
        check_store(graph, model=model, dimension=dimension)
        gone = _check_indexes(graph, packaged, dimension)
        applied: list[str] = []
        for migration in packaged:
            if migration.version in done - gone:
                continue
            renew()
            while _apply(graph, migration, dimension) and "batch" in migration.query.params:
                renew()
            graph.run(
                "admin.record_migration",
                version=migration.version,
                name=migration.name,
                checksum=migration.checksum,
            )
            applied.append(migration.query.name.removeprefix("migrations."))
        graph.run("admin.record_store", model=model, dimension=dimension)
    # the lock of a process is free for others after a time, and filling indexes may take longer
    _await_indexes(graph)
    _check_online(graph, packaged, dimension)
    return MigrationReport(tuple(applied), len(packaged))


def _parameters(migration: Migration, dimension: int) -> dict[str, Any]:
    known: dict[str, Any] = {
        "options": vector_options(dimension),
        "batch": _BATCH,
        "names": {
            "labels": list(Label),
            "relationship_types": list(RelationshipType),
            "property_keys": list(PROJECTED_PROPERTIES),
        }.get(migration.name, []),
    }
    return {name: known[name] for name in migration.query.params}


def _apply(graph: Graph, migration: Migration, dimension: int) -> bool:
    """Run it once; true when one that goes in batches is not done."""
    try:
        rows = graph.run_schema(migration.query, **_parameters(migration, dimension))
    except (ConflictError, QueryFailedError) as error:
        raise MigrationError(
            f"migration {migration.version} {migration.name!r} could not be applied: {error.message}",
            hint="remove the data or the index that is in its way and run memgraph-svc migrate again",
        ) from error
    return any(value for row in rows for value in row.values())


def _check_indexes(graph: Graph, packaged: list[Migration], dimension: int) -> set[int]:
    """Return the versions whose index is not there, and refuse foreign indexes under our names before any change."""
    declared, found = declared_indexes(packaged), _list_indexes(graph)
    if foreign := foreign_indexes(declared, found, dimension):
        raise MigrationError(
            f"the store has other indexes under the names {foreign}",
            hint="drop or rename them and run memgraph-svc migrate again",
        )
    return {index.version for index in missing_indexes(declared, found, dimension)}


def _check_online(graph: Graph, packaged: list[Migration], dimension: int) -> None:
    online = [row for row in _list_indexes(graph) if row["state"] == "ONLINE"]
    if missing := missing_indexes(declared_indexes(packaged), online, dimension):
        raise MigrationError(
            f"the indexes {[index.name for index in missing]} are not there or not online",
            hint="drop those that SHOW INDEXES calls failed and run memgraph-svc migrate again",
        )


def _await_indexes(graph: Graph) -> None:
    """Wait until no index is being filled; what then cannot answer is found by its state."""
    deadline = time.monotonic() + _AWAIT_SECONDS
    while time.monotonic() < deadline and any(row["state"] == "POPULATING" for row in _list_indexes(graph)):
        time.sleep(_POLL_SECONDS)


def _list_indexes(graph: Graph) -> list[Row]:
    return graph.run("admin.list_indexes")
