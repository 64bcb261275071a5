"""Names in code, logs and data, where only the shape of words tells."""

from __future__ import annotations

from typing import TYPE_CHECKING

from memgraph_svc.adapters.extractors.names import clean_name
from memgraph_svc.adapters.extractors.patterns import find_spans
from memgraph_svc.adapters.extractors.tokens import capitalised_runs, tokenize

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["find_data_names"]


def find_data_names(text: str) -> Iterator[tuple[str, str]]:
    """Yield identifiers, addresses, paths, dates and capitalised names with their kinds, in order for each of both."""
    if not text.strip():
        return
    tokens = tokenize(text, find_spans(text))
    for token in tokens:
        if token.kind not in {"word", "mark", "quantity"}:
            yield token.text.strip("`"), token.kind
    for first, last in capitalised_runs(tokens):
        written = text[tokens[first].start : tokens[last - 1].end]
        if not written.isupper() and "\n" not in written and (name := clean_name(written)):
            yield name, "entity"
