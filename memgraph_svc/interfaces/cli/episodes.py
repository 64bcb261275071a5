"""``add`` and ``get``."""

from __future__ import annotations

from typing import Annotated

import typer

from memgraph_svc.interfaces.cli.call import Call
from memgraph_svc.interfaces.cli.options import command

__all__ = ["add", "get"]


@command
def add(
    call: Call,
    text: Annotated[str, typer.Argument(help="Content of the episode.", show_default=False)],
    id: Annotated[str | None, typer.Option(metavar="ID", help="Id; made from the episode if not given.")] = None,
    kind: Annotated[
        str, typer.Option(metavar="KIND", help="message, tool_call, tool_result, observation or document.")
    ] = "message",
    role: Annotated[str | None, typer.Option(metavar="ROLE", help="Who speaks, or which tool answers.")] = None,
    session: Annotated[str | None, typer.Option(metavar="ID", help="Session it is a turn of.")] = None,
    conversation: Annotated[str | None, typer.Option(metavar="ID", help="Conversation of the session.")] = None,
    turn: Annotated[int | None, typer.Option(metavar="N", help="Place in the session; the next one.")] = None,
    occurred_at: Annotated[
        str | None, typer.Option(metavar="TIME", help="When it happened, ISO 8601 with zone; now.")
    ] = None,
    importance: Annotated[float | None, typer.Option(metavar="X", help="1 to 10; 5.")] = None,
    supersede: Annotated[
        str,
        typer.Option(
            metavar="WHICH", help="Which facts those extracted from text may end: never (none) or functional."
        ),
    ] = "never",
    assume_utc: Annotated[bool, typer.Option("--assume-utc", help="Take a time without zone as UTC.")] = False,
) -> None:
    """Remember one episode, with its entities, facts and links. Repeating it changes nothing."""
    from memgraph_svc.interfaces.cli.documents import report_document
    from memgraph_svc.interfaces.cli.draw import report_line
    from memgraph_svc.interfaces.cli.service import opened
    from memgraph_svc.interfaces.cli.text import plain
    from memgraph_svc.interfaces.cli.times import time_option

    given = {
        "content": text,
        "id": id,
        "kind": kind,
        "role": role,
        "session": session,
        "conversation": conversation,
        "turn": turn,
        "occurred_at": time_option("--occurred-at", occurred_at, assume_utc=assume_utc),
        "importance": importance,
    }
    row = {name: value for name, value in given.items() if value is not None}
    settings = call.settings()
    with opened(call, settings, model=True) as memory:
        report = memory.episodes.insert(row, namespace=settings.namespace, supersede=supersede)
    episode_id = report.episode_ids[0]
    call.emit(
        {"id": episode_id} | report_document(report),
        lambda console: console.print(plain(f"{episode_id}: {report_line(report)}"), soft_wrap=True),
    )


@command
def get(call: Call, episode_id: Annotated[str, typer.Argument(metavar="ID", help="Id of the episode.")]) -> None:
    """Show one episode with its note."""
    from memgraph_svc.interfaces.cli.documents import episode_document
    from memgraph_svc.interfaces.cli.draw import pairs
    from memgraph_svc.interfaces.cli.service import opened

    settings = call.settings()
    with opened(call, settings) as memory:
        document = episode_document(memory.episodes.get(episode_id, namespace=settings.namespace))
    call.emit(document, lambda console: pairs(console, document))
