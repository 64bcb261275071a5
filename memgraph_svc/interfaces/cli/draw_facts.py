"""Facts for a person."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from memgraph_svc.interfaces.cli.draw import table
from memgraph_svc.interfaces.cli.text import one_line, plain

if TYPE_CHECKING:
    from datetime import datetime

    from rich.table import Table
    from rich.text import Text

    from memgraph_svc.domain.fact import Conflict, Fact

__all__ = ["conflict_table", "fact_table"]

_ENDS = ["subject", "predicate", "object", "from (UTC)", "until"]


def fact_table(facts: Sequence[Fact], *, versions: bool = False) -> Table | Text:
    """A table of facts; with ``versions`` also when each was believed, and what took its place."""
    if not facts:
        return plain("no facts")
    names = {fact.fact_id: one_line(fact.object) for fact in facts}
    believed = ["believed since", "believed until", "then"] if versions else []
    rows = [
        (
            *_ends(fact),
            *(_believed(fact, names) if versions else ()),
            fact.confidence,
            " ".join(fact.sources),
            fact.fact_id,
        )
        for fact in facts
    ]
    return table([*_ENDS, *believed, "confidence", "sources", "id"], rows)


def conflict_table(conflicts: Sequence[Conflict]) -> Table | Text:
    """A table of what was said and is not believed, with what is."""
    if not conflicts:
        return plain("no conflicts")
    rows = [
        (
            *_ends(conflict),
            conflict.source or "",
            conflict.confidence,
            one_line(conflict.won_by.text) if conflict.won_by else "",
        )
        for conflict in conflicts
    ]
    return table([*_ENDS, "said by", "confidence", "believed instead"], rows, title="Said, and not believed")


def _ends(fact: Fact | Conflict) -> tuple[str, ...]:
    names = (one_line(name) for name in (fact.subject, fact.predicate, fact.object))
    return (*names, _moment(fact.valid_from), _moment(fact.valid_to))


def _believed(fact: Fact, names: Mapping[str, str]) -> tuple[str, str, str]:
    """When a version was believed, and the object of what took its place, or its id."""
    then = fact.invalidated_by or ""
    return _moment(fact.recorded_at), _moment(fact.invalidated_at), names.get(then, then)


def _moment(instant: datetime | None) -> str:
    return "" if instant is None else f"{instant:%Y-%m-%d %H:%M}"
