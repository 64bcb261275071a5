"""Tables and lines for a person."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Final

from memgraph_svc.interfaces.cli.text import clipped, plain

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

    from memgraph_svc.domain.hit import PathStep, SearchResult
    from memgraph_svc.domain.report import InsertReport

__all__ = ["pairs", "path_line", "report_line", "search_hits", "table"]

_CONTENT: Final = 200


def table(columns: Sequence[str], rows: Iterable[Sequence[object]], *, title: str | None = None) -> Table:
    """A table of plain cells; columns of numbers are set to the right."""
    from rich import box
    from rich.table import Table

    drawn = Table(title=title, title_justify="left", box=box.SIMPLE_HEAD, pad_edge=False)
    body = [list(row) for row in rows]
    for place, name in enumerate(columns):
        numeric = bool(body) and all(isinstance(row[place], int | float) for row in body)
        drawn.add_column(name, justify="right" if numeric else "left", overflow="fold")
    for row in body:
        drawn.add_row(*(plain(f"{cell:.3f}" if isinstance(cell, float) else str(cell)) for cell in row))
    return drawn


def _cell(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return json.dumps(value, ensure_ascii=False) if isinstance(value, dict | list) else str(value)


def pairs(console: Console, values: Mapping[str, object]) -> None:
    """Print names and values, one pair a line; absent values are left out."""
    shown = {name: value for name, value in values.items() if value is not None}
    width = max(map(len, shown), default=0)
    for name, value in shown.items():
        console.print(plain(f"{name:<{width}}  {_cell(value)}"), soft_wrap=True)


def report_line(report: InsertReport, *, refused: int | None = None, seconds: float | None = None) -> str:
    """What a write did, in one line.

    Args:
        report: Its counts.
        refused: Rows and parts refused; those of the report if not given.
        seconds: How long it took.
    """
    parts = [f"{report.created:,} created", f"{report.reused:,} reused"]
    parts += [f"{report.linked:,} links", f"{report.facts:,} facts", f"{report.mentions:,} mentions"]
    parts += [f"{report.ended:,} facts ended"] if report.ended else []
    parts += [f"{report.contradicted:,} not believed (see facts --conflicts)"] if report.contradicted else []
    line = f"{', '.join(parts)}, {len(report.refused) if refused is None else refused:,} refused"
    if seconds is None:
        return line
    rate = (report.created + report.reused) / max(seconds, 1e-9)
    return f"{line}, in {seconds:.1f} s ({rate:,.0f} rows/s)"


def path_line(path: Iterable[PathStep]) -> str:
    """A path as ``a -[relation]-> b; b -[relation, from 2026-03-01 to 2026-04-01]-> c``."""
    return "; ".join(f"{step.source} -[{step.relation}{_validity(step)}]-> {step.target}" for step in path)


def _validity(step: PathStep) -> str:
    bounds = [f"{word} {at:%Y-%m-%d}" for word, at in (("from", step.valid_from), ("to", step.valid_to)) if at]
    return f", {' '.join(bounds)}" if bounds else ""


def search_hits(console: Console, result: SearchResult) -> None:
    """Print the hits with the parts of their scores, the paths, and how it was decided."""
    if not result.hits:
        console.print(plain("nothing found"))
    else:
        rows = [
            (place, hit.score, hit.id, hit.kind, f"{hit.occurred_at:%Y-%m-%d %H:%M}", "+".join(hit.arms), content)
            for place, hit in enumerate(result.hits, 1)
            for content in [clipped(hit.content, _CONTENT)]
        ]
        console.print(table(["#", "score", "id", "kind", "when (UTC)", "found by", "content"], rows))
    for place, hit in enumerate(result.hits, 1):
        if hit.path:
            console.print(plain(f"path of {place}: {path_line(hit.path)}"), soft_wrap=True)
    console.print(plain(f"mode {result.mode}: {result.decided_by}"), soft_wrap=True)
