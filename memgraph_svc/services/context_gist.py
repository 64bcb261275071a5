"""What of a gist stands in a context."""

from __future__ import annotations

from typing import TYPE_CHECKING

from memgraph_svc.scoring.page_relevance import page_relevance

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from memgraph_svc.repositories.gist_search import Summary

__all__ = ["gist_text", "relevant_lines"]


def gist_text(question: str, summary: Summary, count: Callable[[str], int], room: int) -> str:
    """Write a gist under a head that names its session, and ends it with a line break.

    Where it does not fit as a whole, the lines most relevant to the question are taken, and the head says so. Empty
    when no line fits.

    Args:
        question: What the context is for.
        summary: The gist.
        count: Tokens of a text.
        room: Tokens at most.
    """
    lines = [f"{line}\n" for line in summary.text.splitlines() if line.strip()]
    whole = f"[gist of {_covered(summary)}]\n{''.join(lines)}"
    if not lines or count(whole) <= room:
        return whole if lines else ""
    head = f"[from the gist of {_covered(summary)}]\n"
    kept = relevant_lines(question, lines, count, room - count(head))
    return head + "".join(kept) if kept else ""


def relevant_lines(question: str, lines: Sequence[str], count: Callable[[str], int], room: int) -> list[str]:
    """Lines that fit, those most relevant to a question first to come in, in their own order.

    A line that shares no word with the question comes in only where none does; then the first ones lead.

    Args:
        question: Any text.
        lines: Texts of n lines.
        count: Tokens of a text.
        room: Tokens at most, each line counted by itself.
    """
    scores = page_relevance(question, lines)
    wanted = [place for place in range(len(lines)) if scores[place] > 0] or list(range(len(lines)))
    kept: list[int] = []
    for place in sorted(wanted, key=lambda place: (-scores[place], place)):
        size = count(lines[place])
        if size <= room:
            kept.append(place)
            room -= size
    return [lines[place] for place in sorted(kept)]


def _covered(summary: Summary) -> str:
    if summary.first_turn is None or summary.last_turn is None:
        return summary.session_id
    return f"{summary.session_id}, turns {summary.first_turn} to {summary.last_turn}"
