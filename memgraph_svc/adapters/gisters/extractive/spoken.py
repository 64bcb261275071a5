"""What the messages of a session speak of; what a tool says of the same matters more."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from memgraph_svc.scoring.english import stem
from memgraph_svc.scoring.salient_terms import is_specific, salient_terms
from memgraph_svc.scoring.word_shapes import written_words

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["Spoken"]

_SHORTEST: Final = 3  # a number of two digits stands in many places by chance
_EDGES: Final = ".,:;!?\"'`()[]{}<>"


@dataclass(frozen=True, slots=True)
class Spoken:
    """Words of the messages.

    Args:
        words: All of them in lower case, and their stems.
        specific: Numbers, identifiers and names among them.
    """

    words: frozenset[str]
    specific: frozenset[str]

    @classmethod
    def of(cls, messages: Iterable[str]) -> Spoken:
        """Gather what messages speak of."""
        words: set[str] = set()
        specific: set[str] = set()
        for message in messages:
            for written, _ in written_words(message):
                words.add(written.casefold())
                words.add(stem(written.casefold()))
            found = salient_terms(message).items()
            specific.update(term for term, worth in found if is_specific(worth) and len(term) >= _SHORTEST)
        return cls(frozenset(words), frozenset(specific))

    def names(self, name: str) -> bool:
        """Whether the messages hold every word of a name that has one."""
        terms = salient_terms(name)
        return bool(terms) and self.words.issuperset(terms)

    def mentions(self, line: str) -> bool:
        """Whether a word of the line is a number, an identifier or a name of the messages."""
        return any(word.strip(_EDGES) in self.specific for word in line.casefold().split())
