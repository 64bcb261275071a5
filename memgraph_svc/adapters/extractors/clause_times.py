"""Which clause of a parsed text an expression of time belongs to."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from memgraph_svc.adapters.extractors.times import TIME
from memgraph_svc.timeline.hedges import is_plain

if TYPE_CHECKING:
    from collections.abc import Iterator

    from spacy.tokens import Span, Token

    from memgraph_svc.adapters.extractors.masked import Masked

__all__ = ["ClauseTimes"]

_AUXILIARIES: Final = frozenset({"aux", "auxpass"})
_MARKS: Final = frozenset({",", ";", "(", ")", "-", "–", "—", ":"})
_LISTED: Final = frozenset({"conj", "cc", "det", "compound", "amod", "advmod", "punct"})


class ClauseTimes:
    """The clauses of a text that say since when or until when, by the word that heads them."""

    def __init__(self, masked: Masked) -> None:
        self._masked = masked
        self._clauses: dict[int, str] = {}
        times = [token for token in masked.doc if masked.kinds[token.i] == TIME]
        plain: dict[int, bool] = {}
        for token in times:
            sentence = token.sent
            if sentence.start not in plain:
                plain[sentence.start] = is_plain(self._written(sentence))
            head = _head(token)
            clear = plain[sentence.start] and not _other_between(head, token) and not _set_apart(head, token)
            if not clear or _goes_on(head, token):
                self._clauses[head.i] = ""
            elif head.i not in self._clauses:
                self._clauses[head.i] = self._text(head)

    def of(self, word: Token) -> str:
        """Return the clause that a verb or an apposition heads; empty where it says nothing or is unclear."""
        return self._clauses.get(_head(word).i, "") if self._clauses else ""

    def _written(self, tokens: Span) -> str:
        return self._masked.text(tokens.start, tokens.end)

    def _text(self, head: Token) -> str:
        shared = [child for child in head.head.children if child.dep_ in _AUXILIARIES] if head.dep_ == "conj" else []
        tokens = sorted((*shared, *_own(head)), key=lambda token: token.i)
        return " ".join(self._masked.surface[token.i] for token in tokens)


def _heads_clause(token: Token) -> bool:
    return token.pos_ == "VERB" or (token.pos_ == "AUX" and token.dep_ not in _AUXILIARIES) or token.dep_ == "appos"


def _head(token: Token) -> Token:
    """Climb to the word that heads the clause; of ``wants to buy`` that is the first verb."""
    while token.head.i != token.i and (
        not _heads_clause(token) or (token.dep_ == "xcomp" and token.head.pos_ == "VERB")
    ):
        token = token.head
    return token


def _other_between(head: Token, time: Token) -> bool:
    """Tell whether another verb stands between the head and a time that stands after it."""
    between = (time.doc[index] for index in range(head.i + 1, time.i))
    return any(token.dep_ != "appos" and _heads_clause(token) and _head(token).i != head.i for token in between)


def _set_apart(head: Token, time: Token) -> bool:
    """Tell whether commas part a time from its verb together with more than a list: ``the head since 2018, left``."""
    sentence, low, high = time.sent, time.i, time.i
    while low > sentence.start and time.doc[low - 1].text not in _MARKS:
        low -= 1
    while high + 1 < sentence.end and time.doc[high + 1].text not in _MARKS:
        high += 1
    beside = (time.doc[index] for index in range(low, high + 1) if index != time.i)
    return not low <= head.i <= high and any(token.dep_ not in _LISTED and not token.is_space for token in beside)


def _goes_on(head: Token, time: Token) -> bool:
    """Tell whether a list goes on after a time that stands in it: ``minister until 2005 and head of the police``."""
    return any(token.dep_ == "conj" and token.head.i < time.i < token.i for token in _own(head))


def _own(head: Token) -> Iterator[Token]:
    """Yield the tokens below the head without those of other clauses."""
    waiting = [head]
    while waiting:
        token = waiting.pop()
        yield token
        waiting += [child for child in token.children if _head(child).i == head.i]
