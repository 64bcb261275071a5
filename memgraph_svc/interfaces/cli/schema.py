"""``migrate``, ``health``, ``stats`` and ``settings``."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

import typer

from memgraph_svc.errors import ConfigurationError, GraphUnavailableError
from memgraph_svc.interfaces.cli.call import Call
from memgraph_svc.interfaces.cli.group import FAILED
from memgraph_svc.interfaces.cli.options import command

if TYPE_CHECKING:
    from memgraph_svc.domain.health import Health
    from memgraph_svc.migrations.runner import MigrationReport
    from memgraph_svc.settings import Settings

__all__ = ["apply_migrations", "health", "migrate", "settings", "stats"]

_USER_PART: Final = re.compile(r"//[^/@]*@")


@command
def migrate(call: Call) -> None:
    """Bring the store to the schema of this version. Safe to repeat and to run at the same time."""
    from memgraph_svc.interfaces.cli.text import plain

    report = apply_migrations(call.settings())
    call.emit(
        {"applied": list(report.applied), "current": report.current},
        lambda console: console.print(plain(f"{len(report.applied)} applied, the schema is {report.current}")),
    )


def apply_migrations(settings: Settings) -> MigrationReport:
    """Migrate the store of the settings."""
    from memgraph_svc.bootstrap import migrate_store, open_graph

    graph = open_graph(settings)
    try:
        return migrate_store(graph, settings)
    finally:
        graph.driver.close()


@command
def health(call: Call) -> None:
    """Check server, plugin, schema, model and indexes; the exit status is 1 when something is wrong."""
    from memgraph_svc.interfaces.cli.draw import table

    found = _look(call.settings())
    rows = [(check.name, "ok" if check.ok else "NOT OK", check.detail, check.fix) for check in found.checks]

    call.emit(
        found.model_dump(mode="json", by_alias=True),
        lambda console: console.print(table(["check", "", "found", "what to do"], rows)),
    )
    if not found.ok:
        raise typer.Exit(FAILED)


def _look(settings: Settings) -> Health:
    from memgraph_svc.bootstrap import build_memory, open_graph
    from memgraph_svc.domain.health import Check, Health

    try:
        graph = open_graph(settings)
    except (ConfigurationError, GraphUnavailableError) as error:
        check = Check(name="connection", ok=False, detail=error.message, fix=error.hint)
        return Health(ok=False, server=None, gds=None, schema_version=None, checks=(check,))
    with build_memory(graph, settings) as memory:
        return memory.health()


@command
def stats(call: Call) -> None:
    """Count what a namespace holds."""
    from memgraph_svc.interfaces.cli.draw import pairs
    from memgraph_svc.interfaces.cli.service import opened

    chosen = call.settings()
    with opened(call, chosen) as memory:
        counts = memory.stats(namespace=chosen.namespace)
    call.emit(counts, lambda console: pairs(console, counts))


@command
def settings(call: Call) -> None:
    """Show the effective settings; secrets are masked."""
    from memgraph_svc.interfaces.cli.draw import table

    document = call.settings().model_dump(mode="json")
    if document["neo4j_uri"] is not None:
        document["neo4j_uri"] = _USER_PART.sub("//**********@", document["neo4j_uri"])
    rows = [
        (f"MEMGRAPH_{name.upper()}", "" if value is None else str(value)) for name, value in _flat(document).items()
    ]
    call.emit(document, lambda console: console.print(table(["variable", "value"], rows)))


def _flat(values: dict[str, object], prefix: str = "") -> dict[str, object]:
    flat: dict[str, object] = {}
    for name, value in values.items():
        if isinstance(value, dict):
            flat |= _flat(value, f"{prefix}{name}__")
        else:
            flat[prefix + name] = value
    return flat
