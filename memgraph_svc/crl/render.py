"""Plain English of a document, for people and for indexes of words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from memgraph_svc.crl.lines import Line, Verbatim, When

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["render", "render_line"]

_VERBS: Final = {"=": "is", "<": "is caused by", ">": "leads to", "+": "has", "^": "states"}
_NEGATED: Final = {
    "=": "is not", "<": "is not caused by", ">": "does not lead to", "+": "does not have", "^": "does not state",
}  # fmt: skip


def render(lines: Iterable[Line]) -> str:
    """One sentence a line; each names its subject. A text stands as it is."""
    return "\n".join(render_line(line) for line in lines)


def render_line(line: Line) -> str:
    """Write one line in plain English; a predicate of the graph stands as it is spelled."""
    if isinstance(line, Verbatim):
        return line.text
    denied = line.negated and line.relation not in _NEGATED
    verb = (_NEGATED if line.negated else _VERBS).get(line.relation, line.predicate)
    said = [f"{'It is not so that ' if denied else ''}{line.subject} {verb} {line.object}"]
    if line.when is not None:
        said.append(_when(line.when))
    notes = [] if line.confidence is None else [f"confidence {line.confidence:g}"]
    notes += [] if line.turn is None else [f"turn {line.turn}"]
    if notes:
        said.append(f"({', '.join(notes)})")
    return f"{' '.join(said)}."


def _when(when: When) -> str:
    if when.end is None:
        return f"at {when.start}"
    if not when.start:
        return f"until {when.end}"
    return f"from {when.start} until {when.end}" if when.end else f"since {when.start}"
