"""Chosen pieces to lines that can be read."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from memgraph_svc.ports.gister import GistLine

if TYPE_CHECKING:
    from collections.abc import Sequence

    from memgraph_svc.adapters.gisters.extractive.piece import Piece

__all__ = ["gist_lines"]

_STOPS: Final = (".", "!", "?", "…", "。", "！", "？", "؟")
_LINK: Final = re.compile(r"\A(?:but|so)\s+(?=\S)", re.IGNORECASE)  # leads back to what was left out
_UNFINISHED: Final = ",;: "


def gist_lines(pieces: Sequence[tuple[int, Piece]], chosen: Sequence[int]) -> list[GistLine]:
    """Join the chosen pieces of a turn that stand under one opening; clauses of one sentence are joined again.

    Args:
        pieces: All pieces with the places of their turns.
        chosen: Places of the chosen pieces, in order.
    """
    grouped: dict[tuple[int, str, bool], list[int]] = {}
    for index in chosen:
        place, piece = pieces[index]
        grouped.setdefault((place, piece.opening, piece.comma), []).append(index)
    lines: list[GistLine] = []
    for (place, opening, comma), indices in grouped.items():
        text, last = "", -1
        for index in indices:
            piece = pieces[index][1]
            if piece.continues and last == index - 1:
                text = f"{text} {piece.text}"
            else:
                begun = text.rstrip(_UNFINISHED)
                between = "" if not begun else ", " if comma else " " if begun.endswith(_STOPS) else ". "
                text = begun + between + (_LINK.sub("", piece.text, count=1) if piece.continues else piece.text)
            last = index
        text = text.rstrip(_UNFINISHED)
        lines.append(GistLine(place, f"{opening}: {text}" if opening else text))
    return [line for line in lines if line.text]
