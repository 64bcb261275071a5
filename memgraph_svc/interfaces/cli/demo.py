"""``demo``: a server, a history, and questions that plain search does not answer."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from time import perf_counter
from typing import TYPE_CHECKING, Annotated

import typer

from memgraph_svc.errors import ConflictError, InvalidInputError, NotFoundError
from memgraph_svc.interfaces.cli.call import Call
from memgraph_svc.interfaces.cli.options import command
from memgraph_svc.interfaces.cli.progress import bar, spinner

if TYPE_CHECKING:
    from memgraph_svc.embedded import Running
    from memgraph_svc.services.memory import MemoryService
    from memgraph_svc.settings import Settings

__all__ = ["demo"]


@command
def demo(
    call: Call,
    browser: Annotated[bool, typer.Option("--browser", help="Serve Neo4j Browser too, to look at the graph.")] = False,
    fresh: Annotated[
        bool, typer.Option("--fresh/--keep", help="Load the history anew, or keep what is there; keep.")
    ] = False,
) -> None:
    """Start the embedded server if no other is named, load the history of an agent, and ask it questions.

    One question needs several hops, one is about a moment in the past, one asks why.
    The first run fetches Neo4j, GDS and a model. The server stays up; the output says how to stop it.
    """
    from memgraph_svc.interfaces.cli.demo_view import draw_demo
    from memgraph_svc.interfaces.cli.demonstration import Demonstration
    from memgraph_svc.interfaces.cli.schema import apply_migrations
    from memgraph_svc.interfaces.cli.service import opened

    started = perf_counter()
    settings = replace(call, namespace=call.namespace or "demo").settings()
    settings, running = _server(call, settings, browser=browser)
    with spinner(call, "preparing the schema"):
        apply_migrations(settings)
    with opened(call, settings, model=True) as memory:
        if fresh:
            _forget(call, memory, settings.namespace)
        _load(call, memory, settings.namespace)
        with spinner(call, "asking"):
            shown = Demonstration(memory, settings.namespace).run()
    document = {
        "uri": settings.neo4j_uri,
        "namespace": settings.namespace,
        **({"browser": running.browser} if running and running.browser else {}),
        **shown,
        "seconds": round(perf_counter() - started, 1),
    }
    call.emit(document, lambda console: draw_demo(console, document, running))


def _server(call: Call, settings: Settings, *, browser: bool) -> tuple[Settings, Running | None]:
    from memgraph_svc.interfaces.cli.server import settings_for, start_server

    if settings.neo4j_uri is not None:
        if browser:
            raise InvalidInputError("--browser", "is for the embedded server, and another one is named")
        return settings, None
    running = start_server(call, settings, browser=browser)
    return settings_for(settings, running), running


def _load(call: Call, memory: MemoryService, namespace: str) -> None:
    from memgraph_svc.demo import load_history

    history = load_history()
    call.note(f"loading {len(history)} episodes ...")
    with bar(call, "remembering") as advance:
        report = memory.episodes.insert_many(
            history, namespace=namespace, progress=lambda done, total: advance(done, total, "episodes")
        )
    if report.refused:
        first = report.refused[0]
        raise ConflictError(
            f"{len(report.refused)} parts of the history were refused, first {first.id!r}: {first.rule}",
            hint=f"run memgraph-svc demo --fresh to replace what namespace {namespace!r} holds",
        )


def _forget(call: Call, memory: MemoryService, namespace: str) -> None:
    from memgraph_svc.demo import load_history

    history = load_history()
    with bar(call, "forgetting the last run") as advance:
        for done, line in enumerate(history, 1):
            with suppress(NotFoundError):
                memory.episodes.delete(line["id"], namespace=namespace)
            advance(done, len(history), "episodes")
