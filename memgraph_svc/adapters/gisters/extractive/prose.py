"""Messages to pieces: their sentences in telegraphic form, weighed by what kind of sentence they are."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from memgraph_svc.adapters.gisters.extractive.piece import Piece, readable
from memgraph_svc.adapters.gisters.extractive.telling import MOST
from memgraph_svc.scoring.sentences import clauses, sentences
from memgraph_svc.scoring.telegraphic import telegraphic

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["prose_pieces", "sentence_texts"]

_INTENT: Final = re.compile(
    r"(?:(?:ok|okay|sure|first|next|now|then|good|understood|right)[,.:]?\s+)?(?:i'll|i’ll|i will|let me|i am going to|"
    r"i'm going to|i’m going to|let's|let’s|checking|looking|reading|fetching|searching|starting|(?:first|next|now)\b)",
    re.IGNORECASE,
)
_BINDING: Final = re.compile(
    r"\b(?:because|cause[ds]?|since|therefore|root|reason|must|never|always|only|not|no|nothing|without|instead|"
    r"decid\w+|choose|chose|prefer\w*|recommend\w*|need\w*|require\w*|allowed|budget|limit|deadline|before|until|"
    r"unless|remember|policy|approv\w+|fail\w*|error\w*|wrong|missing|except|at most|at least)\b",
    re.IGNORECASE,
)

_GOAL: Final = 2.0
_REQUEST: Final = 1.6
_REPORT: Final = 1.3
_BOUND: Final = 1.25
_ASKED: Final = 0.5
_MEANT: Final = 0.5


def prose_pieces(text: str, *, asks: bool, first: bool, last: bool) -> Iterator[Piece]:
    """Yield the clauses of a message.

    Causes, constraints and decisions count more, and so do the first request, which says what is wanted, and the last
    report, which says how things stand. Questions count less, for the answers follow, and so do announcements, for
    what is done follows.

    Args:
        text: The message.
        asks: Whether the one who asks speaks, else the one who works.
        first: Whether it is the first request.
        last: Whether it is the last message.
    """
    for place, sentence in enumerate(_bounded(text)):
        worth = (_REQUEST if place else _GOAL) if first else _REPORT if last else 1.0
        if sentence.endswith(("?", "？", "؟")):
            worth *= _ASKED
        elif not asks and _INTENT.match(sentence):
            worth *= _MEANT
        for number, clause in enumerate(clauses(sentence)):
            bound = _BOUND if _BINDING.search(clause) else 1.0
            yield Piece(telegraphic(clause, opens=number == 0), worth * bound, continues=number > 0)


def _bounded(text: str) -> list[str]:
    """The sentences of a message; of a very long one those at its beginning and its end."""
    found = list(sentence_texts(text))
    return found if len(found) <= MOST else [*found[: MOST // 2], *found[-MOST // 2 :]]


def sentence_texts(text: str) -> Iterator[str]:
    """Yield the sentences of a text, long ones in parts, each readable in one line."""
    for sentence in sentences(text):
        yield from readable(sentence)
