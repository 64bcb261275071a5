"""``assert``, ``retract`` and ``declare``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from memgraph_svc.interfaces.cli.call import Call
from memgraph_svc.interfaces.cli.options import command
from memgraph_svc.interfaces.cli.shared_options import AssumeUtc

if TYPE_CHECKING:
    from memgraph_svc.domain.fact import FactReport

__all__ = ["assert_fact", "declare", "retract"]


@command
def assert_fact(
    call: Call,
    subject: Annotated[
        str, typer.Argument(help="Entity that the fact is about: a name or an alias.", show_default=False)
    ],
    predicate: Annotated[str, typer.Argument(help="What is said of it.", show_default=False)],
    object: Annotated[str, typer.Argument(help="Entity at the other end: a name or an alias.", show_default=False)],
    since: Annotated[str | None, typer.Option("--from", metavar="TIME", help="First instant; since always.")] = None,
    until: Annotated[
        str | None, typer.Option("--to", metavar="TIME", help="First instant after its end; no end.")
    ] = None,
    confidence: Annotated[float, typer.Option(metavar="X", help="Above 0, at most 1.")] = 1.0,
    functional: Annotated[
        bool,
        typer.Option(
            "--functional", help="One object at a time, whoever says the others: a later one ends an earlier one."
        ),
    ] = False,
    source: Annotated[str | None, typer.Option(metavar="EPISODE_ID", help="Episode that says so.")] = None,
    assume_utc: AssumeUtc = False,
) -> None:
    """State a fact. Saying it again changes nothing; what it ends stays in the history."""
    from memgraph_svc.interfaces.cli.service import opened
    from memgraph_svc.interfaces.cli.times import time_option

    start = time_option("--from", since, assume_utc=assume_utc)
    end = time_option("--to", until, assume_utc=assume_utc)
    settings = call.settings()
    with opened(call, settings, model=True) as memory:
        report = memory.temporal.assert_fact(
            subject, predicate, object,
            namespace=settings.namespace, valid_from=start, valid_to=end, confidence=confidence,
            functional=functional, source_episode=source,
        )  # fmt: skip
    _show(call, report)


@command
def retract(call: Call, fact_id: Annotated[str, typer.Argument(metavar="FACT_ID", help="Id of the fact.")]) -> None:
    """Take a fact back, from now on: what was believed until now stays in the history."""
    from memgraph_svc.interfaces.cli.service import opened

    settings = call.settings()
    with opened(call, settings, model=True) as memory:
        report = memory.temporal.retract_fact(fact_id, namespace=settings.namespace)
    _show(call, report)


@command
def declare(
    call: Call,
    predicate: Annotated[str, typer.Argument(help="Predicate, as facts have it.", show_default=False)],
    functional: Annotated[
        bool, typer.Option("--functional/--no-functional", help="A subject has one object at a time, or many.")
    ],
) -> None:
    """Declare that a predicate has one value at a time, or take that back; what is believed of its facts follows.

    Taking it back leaves alone what facts themselves say of it, as assert --functional does.
    """
    from memgraph_svc.interfaces.cli.service import opened

    settings = call.settings()
    with opened(call, settings, model=True) as memory:
        report = memory.temporal.declare_predicate(predicate, functional=functional, namespace=settings.namespace)
    _show(call, report)


def _show(call: Call, report: FactReport) -> None:
    from memgraph_svc.interfaces.cli.text import plain

    counts = f"{report.facts:,} new, {report.ended:,} ended, {report.reused:,} known already"
    if report.contradicted:
        counts += f", {len(report.contradicted):,} not believed (see memgraph-svc facts --conflicts)"
    line = counts if report.fact_id is None else f"{report.fact_id}: {counts}"
    call.emit(report.model_dump(mode="json"), lambda console: console.print(plain(line), soft_wrap=True))
