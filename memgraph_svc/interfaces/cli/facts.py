"""``facts`` and ``history``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from memgraph_svc.errors import InvalidInputError
from memgraph_svc.interfaces.cli.call import Call
from memgraph_svc.interfaces.cli.options import command
from memgraph_svc.interfaces.cli.shared_options import AssumeUtc

if TYPE_CHECKING:
    from memgraph_svc.domain.fact import Conflict

__all__ = ["facts", "history"]

_Subject = Annotated[str | None, typer.Option(metavar="NAME", help="Only of this entity: a name, an alias or an id.")]
_Predicate = Annotated[str | None, typer.Option(metavar="TEXT", help="Only with this predicate.")]
_Object = Annotated[str | None, typer.Option(metavar="NAME", help="Only with this entity at the other end.")]


@command
def facts(
    call: Call,
    subject: _Subject = None,
    predicate: _Predicate = None,
    object: _Object = None,
    as_of: Annotated[str | None, typer.Option(metavar="TIME", help="Facts that held then; now.")] = None,
    known_at: Annotated[
        str | None, typer.Option(metavar="TIME", help="As they were believed then; as they are now.")
    ] = None,
    include_ended: Annotated[
        bool, typer.Option("--include-ended", help="Also facts that held before or will hold later.")
    ] = False,
    conflicts: Annotated[
        bool,
        typer.Option(
            "--conflicts", help="Also what was said, of any time, and is not believed now; by subject and predicate."
        ),
    ] = False,
    limit: Annotated[int | None, typer.Option(metavar="K", help="Most facts; all.")] = None,
    assume_utc: AssumeUtc = False,
) -> None:
    """Show the facts that hold, now or at a moment, as they are believed now or were believed at another moment."""
    from memgraph_svc.interfaces.cli.documents import fact_documents
    from memgraph_svc.interfaces.cli.draw_facts import conflict_table, fact_table
    from memgraph_svc.interfaces.cli.service import opened
    from memgraph_svc.interfaces.cli.times import time_option

    at = time_option("--as-of", as_of, assume_utc=assume_utc)
    known = time_option("--known-at", known_at, assume_utc=assume_utc)
    settings = call.settings()
    rejected: list[Conflict] = []
    with opened(call, settings) as memory:
        found = memory.temporal.facts(
            subject, predicate, object,
            namespace=settings.namespace, as_of=at, known_at=known, include_ended=include_ended,
            limit=limit,
        )  # fmt: skip
        if conflicts:
            rejected = memory.temporal.conflicts(namespace=settings.namespace, subject=subject, predicate=predicate)
    document = {"facts": fact_documents(found)}
    if conflicts:
        document["conflicts"] = [conflict.model_dump(mode="json") for conflict in rejected]
    call.emit(document, lambda console: console.print(fact_table(found), *([conflict_table(rejected)] * conflicts)))


@command
def history(
    call: Call,
    fact_id: Annotated[
        str | None, typer.Argument(metavar="[FACT_ID]", help="Id of a fact; or choose by the options.")
    ] = None,
    subject: _Subject = None,
    predicate: _Predicate = None,
    object: _Object = None,
) -> None:
    """Show every version of facts: what was ever believed, since when, until when, and what took its place."""
    from memgraph_svc.interfaces.cli.documents import fact_documents
    from memgraph_svc.interfaces.cli.draw_facts import fact_table
    from memgraph_svc.interfaces.cli.service import opened

    if fact_id is not None and any(value is not None for value in (subject, predicate, object)):
        raise InvalidInputError("FACT_ID", "goes without --subject, --predicate and --object")
    settings = call.settings()
    with opened(call, settings) as memory:
        found = memory.temporal.history(subject, predicate, object, fact_id=fact_id, namespace=settings.namespace)
    call.emit({"facts": fact_documents(found)}, lambda console: console.print(fact_table(found, versions=True)))
