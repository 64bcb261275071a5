"""Which statement of a sentence an expression of time belongs to, where there is no grammar."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from memgraph_svc.adapters.extractors.times import TIME
from memgraph_svc.adapters.extractors.words import COMMON_VERBS, STOP_WORDS
from memgraph_svc.timeline.hedges import is_plain

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from memgraph_svc.adapters.extractors.tokens import Token

__all__ = ["SegmentTimes"]

_MARKS: Final = frozenset(",;:—–()")
_CONJUNCTIONS: Final = frozenset(
    "and or but nor while because who whom whose which that when where although though whereas so then".split()
)
_IN_LISTS: Final = frozenset("and or the a an also".split())
_GENERAL: Final = STOP_WORDS - COMMON_VERBS


@dataclass(frozen=True, slots=True)
class _Segment:
    """Tokens ``[first, last)`` between commas and conjunctions of one sentence, with the sentence's number."""

    first: int
    last: int
    sentence: int


class SegmentTimes:
    """Finds what a triple's part of its sentence says of time.

    A time belongs to the one statement in its own part; a part that holds but times and names belongs to the only
    other part that states something.
    """

    def __init__(self, text: str, tokens: Sequence[Token], is_verb: Callable[[str], bool]) -> None:
        self._text = text
        self._tokens = tokens
        self._is_verb = is_verb
        self._segments = _segments(tokens) if any(token.kind == TIME for token in tokens) else []
        self._by_sentence: dict[int, list[_Segment]] = {}
        for segment in self._segments:
            self._by_sentence.setdefault(segment.sentence, []).append(segment)

    def of(self, first: int, last: int) -> str:
        """Return the text of the part that has the triple at the tokens ``[first, last)``; empty where unclear."""
        own = next((one for one in self._segments if one.first <= first and last <= one.last), None)
        if own is None or self._states_more(own, first, last):
            return ""
        sentence = self._by_sentence[own.sentence]
        others = [one for one in sentence if one != own]
        added = [one for one in others if self._bare(one) and self._has_time(one)]
        if added and not all(self._bare(one) for one in others):
            added = []
        parts = [one for one in sentence if one == own or one in added]
        if not any(self._has_time(one) for one in parts) or not is_plain(self._written(sentence[0], sentence[-1])):
            return ""
        return " ".join(self._written(one, one) for one in parts)

    def _written(self, one: _Segment, other: _Segment) -> str:
        return self._text[self._tokens[one.first].start : self._tokens[other.last - 1].end]

    def _has_time(self, one: _Segment) -> bool:
        return any(token.kind == TIME for token in self._tokens[one.first : one.last])

    def _states_more(self, own: _Segment, first: int, last: int) -> bool:
        around = (*self._tokens[own.first : first], *self._tokens[last : own.last])
        words = (token.text.casefold() for token in around if token.kind == "word" and not token.capital)
        return any(self._is_verb(word) or word.endswith("ing") for word in words)

    def _bare(self, one: _Segment) -> bool:
        """Tell whether it holds but times with adverbs, or names of a list."""
        words = [token for token in self._tokens[one.first : one.last] if token.kind == "word"]
        small = {token.text.casefold() for token in words if not token.capital}
        return small <= (_IN_LISTS if any(token.capital for token in words) else _GENERAL)


def _segments(tokens: Sequence[Token]) -> list[_Segment]:
    found: list[_Segment] = []
    first = sentence = 0
    for index, token in enumerate(tokens):
        parts = token.text in _MARKS or (token.kind == "word" and token.text.casefold() in _CONJUNCTIONS)
        if not (parts or token.opens):
            continue
        if index > first:
            found.append(_Segment(first, index, sentence))
        sentence += token.opens
        first = index
    return [*found, _Segment(first, len(tokens), sentence)] if len(tokens) > first else found
