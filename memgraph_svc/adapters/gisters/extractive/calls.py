"""Calls of tools to pieces: their values, for names of arguments say little."""

from __future__ import annotations

import re
from itertools import islice
from typing import TYPE_CHECKING, Final

from memgraph_svc.adapters.gisters.extractive.json_text import leaves, read_json
from memgraph_svc.adapters.gisters.extractive.piece import Piece, readable
from memgraph_svc.adapters.gisters.extractive.prose import sentence_texts
from memgraph_svc.adapters.gisters.extractive.telling import MOST
from memgraph_svc.scoring.telegraphic import telegraphic

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["call_pieces"]

_NAME_PART: Final = re.compile(r"[A-Z]?[^\W_A-Z]+|[A-Z]+(?![^\W_A-Z])")
_VALUE: Final = 0.3
_SENTENCE: Final = 0.18
_CODE: Final = 0.15
_CODE_SIGNS: Final = frozenset("(){}=;")
_SHORT: Final = 60


def call_pieces(tool: str, text: str) -> Iterator[Piece]:
    """Yield what a tool was given, under its name in plain words: ``book_table`` is written ``book table``.

    Args:
        tool: Name of the tool; may be empty.
        text: Arguments as a JSON object, or any other text.
    """
    found = read_json(text)
    name = " ".join(_NAME_PART.findall(tool)).lower()
    for value in islice([text] if found is None else leaves(found), MOST):
        if len(value) <= _SHORT:
            yield from (Piece(line, _VALUE, name, comma=True) for line in readable(value))
            continue
        for sentence in islice(sentence_texts(value), MOST):
            worth = _SENTENCE if _CODE_SIGNS.isdisjoint(sentence) else _CODE
            yield Piece(telegraphic(sentence), worth, name)
