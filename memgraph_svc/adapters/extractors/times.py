"""Expressions of time such as ``since 2019`` as single spans, so that no word of them becomes part of a name."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from memgraph_svc.adapters.extractors.patterns import Span, find_spans
from memgraph_svc.timeline.expressions import find_expressions

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

__all__ = ["TIME", "dates_of_times", "with_times"]

TIME: Final = "time"
"""Kind of a span that says since when or until when."""


def with_times(text: str, spans: Sequence[Span]) -> list[Span]:
    """Return the spans in order, with those inside of an expression of time replaced by it."""
    times = [Span(one.start, one.end, TIME) for one in find_expressions(text)]
    if not times:
        return [*spans]
    taken = bytearray(len(text))
    for time in times:
        taken[time.start : time.end] = b"\1" * (time.end - time.start)
    others = (span for span in spans if not any(taken[span.start : span.end]))
    return sorted((*others, *times), key=lambda span: span.start)


def dates_of_times(tokens: Iterable[tuple[str, str]]) -> Iterator[str]:
    """Yield the dates that expressions of time name, as they are written, from tokens and their kinds."""
    for text, kind in tokens:
        if kind == TIME:
            yield from (text[span.start : span.end] for span in find_spans(text) if span.kind == "date")
