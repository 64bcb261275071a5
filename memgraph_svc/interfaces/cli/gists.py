"""``compress``, ``gist`` and ``look-up``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from memgraph_svc.errors import InvalidInputError
from memgraph_svc.interfaces.cli.call import Call
from memgraph_svc.interfaces.cli.group import FAILED, INTERRUPTED
from memgraph_svc.interfaces.cli.options import command

if TYPE_CHECKING:
    from rich.console import Console

    from memgraph_svc.domain.gist import Gist, GistReport, LookUp

__all__ = ["compress", "gist", "look_up"]

SessionId = Annotated[str, typer.Argument(metavar="SESSION", help="Id of the session.")]


@command
def compress(
    call: Call,
    session: Annotated[str | None, typer.Option(metavar="ID", help="Only this session.")] = None,
    all: Annotated[bool, typer.Option("--all", help="Every session of the namespace.")] = False,
    budget: Annotated[
        float | None, typer.Option(metavar="SHARE", help="Tokens of a gist at most, as a share of its session; 0.2.")
    ] = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only say what would be done.")] = False,
    after: Annotated[str | None, typer.Option(metavar="ID", help="Go on after this session.")] = None,
) -> None:
    """Make gists of sessions of more than ten turns, and bring those in step whose session changed.

    What is right already is left as it is, so the same command resumes a run that was interrupted.
    """
    from memgraph_svc.interfaces.cli.interrupt import Interrupt
    from memgraph_svc.interfaces.cli.progress import bar
    from memgraph_svc.interfaces.cli.service import opened

    if all == (session is not None):
        raise InvalidInputError("--session", "give it or --all, one of the two")
    if session is not None and after is not None:
        raise InvalidInputError("--after", "goes with --all")
    settings = call.settings()
    with opened(call, settings) as memory, Interrupt() as interrupt, bar(call, "compressing") as advance:
        report = memory.crl.sync(
            namespace=settings.namespace, session_id=session, budget=budget, dry_run=dry_run, after=after or "",
            progress=lambda done, total: advance(done, total, ""), stop=lambda: interrupt.asked,
        )  # fmt: skip
    call.emit(report.model_dump(mode="json"), lambda console: _draw_report(console, report, dry_run=dry_run))
    if report.stopped_after is not None:
        typer.echo("error: interrupted (what was counted is stored; run it again to resume)", err=True)
        raise typer.Exit(INTERRUPTED)
    if report.failed:
        raise typer.Exit(FAILED)


@command
def gist(call: Call, session: SessionId) -> None:
    """Show what is kept of a session in few words, and the pages that it leads back to."""
    from memgraph_svc.interfaces.cli.service import opened

    settings = call.settings()
    with opened(call, settings) as memory:
        found = memory.gists.gist(session, namespace=settings.namespace)
    call.emit(_gist_document(found), lambda console: _draw_gist(console, found))


@command
def look_up(
    call: Call,
    session: SessionId,
    question: Annotated[str, typer.Argument(metavar="QUESTION", help="What is looked for, in plain words.")],
    pages: Annotated[int, typer.Option(metavar="N", help="Most pages.")] = 1,
) -> None:
    """Read in full the pages of a session that a question is about."""
    from memgraph_svc.interfaces.cli.service import opened

    settings = call.settings()
    with opened(call, settings) as memory:
        found = memory.gists.look_up(session, question, namespace=settings.namespace, pages=pages)
    call.emit(found.model_dump(mode="json"), lambda console: _draw_pages(console, found))


def _gist_document(found: Gist) -> dict[str, Any]:
    """Without the texts of pages, and without a retention that was not measured."""
    document = found.model_dump(mode="json", exclude={"pages": {"__all__": {"crl", "text"}}})
    document["reduction"] = round(found.reduction, 4)
    if found.retention is None:
        del document["retention"]
    return document


def _draw_report(console: Console, report: GistReport, *, dry_run: bool) -> None:
    from memgraph_svc.interfaces.cli.draw import table
    from memgraph_svc.interfaces.cli.text import one_line, plain

    if report.items:
        rows = [(item.session_id, item.problem.value, one_line(item.detail)) for item in report.items]
        console.print(table(["session", "gist", "why"], rows))
    told = f"{report.done:,} made, {report.removed:,} removed, {report.skipped:,} left as is, {report.failed:,} failed"
    console.print(plain(f"{report.planned:,} to do; nothing was written" if dry_run else told))


def _draw_gist(console: Console, found: Gist) -> None:
    from memgraph_svc.interfaces.cli.text import plain

    console.print(plain(found.text), soft_wrap=True)
    kept = "not measured" if found.retention is None else f"{found.retention:.0%}"
    told = (
        f"{found.compressed_length:,} of {found.original_length:,} tokens ({found.tokenizer}), retention {kept}; "
        f"version {found.version}"
    )
    console.print(plain(f"\n{told}"), soft_wrap=True)
    for page in found.pages:
        console.print(plain(f"turns {page.first_turn} to {page.last_turn}: page {page.page_id}"), soft_wrap=True)


def _draw_pages(console: Console, found: LookUp) -> None:
    from memgraph_svc.interfaces.cli.text import plain

    for page in found.pages:
        head = f"turns {page.first_turn} to {page.last_turn}, score {page.score:.3f}"
        console.print(plain(f"{head}\n{page.text}\n"), soft_wrap=True)
