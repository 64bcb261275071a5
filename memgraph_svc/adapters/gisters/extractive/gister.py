"""An offline gister: it chooses the sentences, lines and fields of the source that say the most within a budget."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from memgraph_svc.adapters.gisters.extractive.calls import call_pieces
from memgraph_svc.adapters.gisters.extractive.joining import gist_lines
from memgraph_svc.adapters.gisters.extractive.json_text import read_json
from memgraph_svc.adapters.gisters.extractive.lines import line_pieces
from memgraph_svc.adapters.gisters.extractive.prose import prose_pieces
from memgraph_svc.adapters.gisters.extractive.spoken import Spoken
from memgraph_svc.adapters.gisters.extractive.values import value_pieces
from memgraph_svc.domain.episode import EpisodeKind
from memgraph_svc.errors import InvalidInputError
from memgraph_svc.scoring.budgeted_cover import NO_GROUP, Candidate, choose
from memgraph_svc.scoring.salient_terms import is_specific, salient_terms

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from memgraph_svc.adapters.gisters.extractive.piece import Piece
    from memgraph_svc.ports.gister import GistLine, Turn
    from memgraph_svc.ports.tokenizer import Tokenizer

__all__ = ["ExtractiveGister"]

_USER: Final = "user"
_SPOKEN_ROW: Final = 1.5
_UNSPOKEN_ROW: Final = 0.6
_NEXT_TERM: Final = 0.8
_OF_TOOL: Final = 0.75  # what matters of it is mostly said in a message too
_DIGIT_OF_TOOL: Final = 0.4
_FIRST_OF_TURN: Final = 0.15
_SEPARATOR: Final = 1


class ExtractiveGister:
    """Makes a gist by rules: no model, no network, the same lines for the same turns.

    Every word of a line stands in the turn of the line, or is the name of the tool that the turn calls.

    Args:
        tokenizer: What the budget is counted with.
    """

    def __init__(self, tokenizer: Tokenizer) -> None:
        self._tokenizer = tokenizer

    @property
    def name(self) -> str:
        """Name of the gister, for reports."""
        return "extractive"

    def gist(self, turns: Sequence[Turn], budget_tokens: int) -> list[GistLine]:
        """Choose what fits the budget; time grows with the length of the text.

        Args:
            turns: The session in order.
            budget_tokens: Most tokens of the lines joined by line breaks, at least 1.

        Returns:
            Lines in the order of their turns.

        Raises:
            InvalidInputError: The budget is below 1.
        """
        if budget_tokens < 1:
            raise InvalidInputError("budget_tokens", "must be at least 1")
        spoken = Spoken.of(turn.text for turn in turns if turn.kind is EpisodeKind.MESSAGE)
        pieces = list(_pieces_of(turns, spoken))
        candidates = self._candidates(turns, pieces, spoken)
        lines, tokens = self._fitting(pieces, candidates, budget_tokens, budget_tokens)
        # joined, pieces take a few tokens less than one by one, so that more may fit
        return self._fitting(pieces, candidates, 2 * budget_tokens - tokens, budget_tokens)[0] or lines

    def _fitting(
        self, pieces: Sequence[tuple[int, Piece]], candidates: Sequence[Candidate], aim: int, budget: int
    ) -> tuple[list[GistLine], int]:
        """Lines chosen for one number of tokens and cut to another, and their tokens."""
        chosen = choose(candidates, aim)
        while chosen:
            lines = gist_lines(pieces, sorted(chosen))
            tokens = self._tokenizer.count("\n".join(line.text for line in lines))
            over = tokens - budget
            if over <= 0:
                return lines, tokens
            while over > 0 and chosen:
                over -= candidates[chosen.pop()].cost
        return [], 0

    def _candidates(
        self, turns: Sequence[Turn], pieces: Sequence[tuple[int, Piece]], spoken: Spoken
    ) -> list[Candidate]:
        groups: dict[tuple[int, str], int] = {}
        count = self._tokenizer.count
        opening_costs = {opening: count(opening) + _SEPARATOR for opening in {piece.opening for _, piece in pieces}}
        candidates: list[Candidate] = []
        for place, piece in pieces:
            kind = turns[place].kind
            terms = salient_terms(piece.text.removeprefix(piece.label), spoken.specific)
            if kind is not EpisodeKind.TOOL_CALL:
                terms |= salient_terms(piece.opening)
            worth = piece.worth
            if piece.row:
                named = spoken.names(piece.opening) if piece.comma else spoken.mentions(piece.text)
                worth *= _SPOKEN_ROW if named else _UNSPOKEN_ROW
            if kind is EpisodeKind.MESSAGE:
                weighed = {term: own * worth for term, own in terms.items()}
            else:
                weighed = _of_tool(terms, worth, place)
            group = groups.setdefault((place, piece.opening), len(groups)) if piece.opening else NO_GROUP
            cost = count(f" {piece.text}") + _SEPARATOR
            candidates.append(Candidate(weighed, cost, group, opening_costs[piece.opening] if piece.opening else 0))
        return candidates


def _of_tool(terms: dict[str, float], worth: float, place: int) -> dict[str, float]:
    """Weigh what a tool said: each further term of a line counts less, and the first line of a turn a little more."""
    ranked = sorted(terms.items(), key=lambda item: -item[1])
    weighed: dict[str, float] = {}
    for rank, (term, own) in enumerate(ranked):
        digit = _DIGIT_OF_TOOL if len(term) == 1 else 1.0
        weighed[term] = own * worth * _OF_TOOL * _NEXT_TERM**rank * digit
    if ranked and is_specific(ranked[0][1]):
        weighed[f"\n{place}"] = _FIRST_OF_TURN  # no term has a line break
    return weighed


def _pieces_of(turns: Sequence[Turn], spoken: Spoken) -> Iterator[tuple[int, Piece]]:
    messages = [place for place, turn in enumerate(turns) if turn.kind is EpisodeKind.MESSAGE]
    first = next((place for place in messages if turns[place].role == _USER), None)
    last = messages[-1] if messages else None
    for place, turn in enumerate(turns):
        if turn.kind is EpisodeKind.MESSAGE:
            found = prose_pieces(turn.text, asks=turn.role == _USER, first=place == first, last=place == last)
        elif turn.kind is EpisodeKind.TOOL_CALL:
            found = call_pieces(turn.tool, turn.text)
        else:
            values = read_json(turn.text)
            found = line_pieces(turn.text, spoken) if values is None else value_pieces(values, spoken)
        yield from ((place, piece) for piece in found if piece.text)
