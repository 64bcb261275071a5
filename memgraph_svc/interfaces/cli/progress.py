"""Progress bars on standard error."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Literal

from memgraph_svc.interfaces.cli.text import clipped

if TYPE_CHECKING:
    from rich.progress import ProgressColumn

    from memgraph_svc.interfaces.cli.call import Call

__all__ = ["Advance", "bar", "spinner"]

Advance = Callable[[int, int | None, str], None]
"""Called with what is done, what there is in all (None: not known), and a few words to show beside it."""


@contextmanager
def bar(call: Call, title: str, *, unit: Literal["rows", "files", "bytes"] = "rows") -> Iterator[Advance]:
    """Draw a bar that disappears at the end; where bars are off nothing is drawn."""
    if not call.shows_progress:
        yield _ignore
        return
    from rich.console import Console
    from rich.progress import Progress

    with Progress(*_columns(unit), console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task(title, total=None, words="")

        def advance(done: int, total: int | None, words: str) -> None:
            progress.update(task, completed=done, total=total, words=clipped(words, 40) if words else "")

        yield advance


@contextmanager
def spinner(call: Call, title: str) -> Iterator[None]:
    """Show that something goes on whose end is not known; where bars are off, one line says so."""
    if not call.shows_progress:
        call.note(f"{title} ...")
        yield
        return
    from rich.console import Console
    from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

    columns = SpinnerColumn(), TextColumn("{task.description}"), TimeElapsedColumn()
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        progress.add_task(title, total=None)
        yield


def _columns(unit: str) -> list[ProgressColumn]:
    from rich.progress import (
        BarColumn,
        DownloadColumn,
        MofNCompleteColumn,
        TextColumn,
        TimeElapsedColumn,
        TimeRemainingColumn,
        TransferSpeedColumn,
    )

    size: list[ProgressColumn] = [MofNCompleteColumn(), TextColumn(unit)]
    if unit == "bytes":
        size = [DownloadColumn(), TransferSpeedColumn()]
    return [
        TextColumn("{task.description}"),
        BarColumn(),
        *size,
        TimeElapsedColumn(),
        TimeRemainingColumn(),
        TextColumn("{task.fields[words]}"),
    ]


def _ignore(done: int, total: int | None, words: str) -> None:
    pass
