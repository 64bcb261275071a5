"""``ingest``: episodes in bulk."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from memgraph_svc.errors import InvalidInputError
from memgraph_svc.interfaces.cli.call import Call
from memgraph_svc.interfaces.cli.group import INTERRUPTED, REFUSED
from memgraph_svc.interfaces.cli.options import command
from memgraph_svc.interfaces.cli.shared_options import AssumeUtc

if TYPE_CHECKING:
    from memgraph_svc.services.ingest import Convert

__all__ = ["STDIN", "ingest"]

STDIN: Final = Path("-")


@command
def ingest(
    call: Call,
    files: Annotated[
        list[Path],
        typer.Argument(
            metavar="FILE...",
            show_default=False,
            help="Files of one JSON object a line; - is standard input.",
        ),
    ],
    format: Annotated[str, typer.Option(metavar="FORMAT", help="episodes or corpus.")] = "episodes",
    assume_utc: AssumeUtc = False,
    no_link: Annotated[bool, typer.Option("--no-link", help="Make no similarity links.")] = False,
    supersede: Annotated[
        str,
        typer.Option(
            metavar="WHICH", help="Which facts those extracted from text may end: never (none) or functional."
        ),
    ] = "never",
) -> None:
    """Remember many episodes. A bad line is named, and the others land.

    Repeating changes nothing, so the same command resumes a run that was interrupted.
    """
    from memgraph_svc.domain.fact import Supersede
    from memgraph_svc.domain.scope import check_choice
    from memgraph_svc.interfaces.cli.ingest_run import IngestRun
    from memgraph_svc.interfaces.cli.interrupt import Interrupt
    from memgraph_svc.interfaces.cli.service import opened

    _check(files)
    convert = _converter(format)
    may_end = check_choice("--supersede", supersede, Supersede)
    settings = call.settings()
    with opened(call, settings, model=True) as memory, Interrupt() as interrupt:
        run = IngestRun(
            call, memory, settings.namespace,
            convert=convert, assume_utc=assume_utc, link=not no_link, supersede=may_end,
        )  # fmt: skip
        run.read(files, interrupt)
    if interrupt.asked:
        typer.echo("error: interrupted (what was counted is stored; run it again to resume)", err=True)
        raise typer.Exit(INTERRUPTED)
    if run.refused:
        raise typer.Exit(REFUSED)


def _check(files: list[Path]) -> None:
    """Refuse what cannot be read before anything is written."""
    if files.count(STDIN) > 1:
        raise InvalidInputError("FILE", "standard input can be read once only")
    for path in files:
        if path == STDIN:
            continue
        if not path.exists():
            raise InvalidInputError("FILE", f"{str(path)!r} does not exist")
        if path.is_dir():
            raise InvalidInputError("FILE", f"{str(path)!r} is a folder")
        if not os.access(path, os.R_OK):
            raise InvalidInputError("FILE", f"{str(path)!r} may not be read")


def _converter(format: str) -> Convert | None:
    if format == "episodes":
        return None
    if format == "corpus":
        from memgraph_svc.evaluation.corpus import corpus_line_to_episode

        return corpus_line_to_episode
    raise InvalidInputError("--format", "must be episodes or corpus")
