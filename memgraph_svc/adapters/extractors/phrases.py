"""Noun phrases of a parsed text, as names."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from memgraph_svc.adapters.extractors.names import clean_name
from memgraph_svc.adapters.extractors.times import TIME
from memgraph_svc.adapters.extractors.words import ROLE_NOUNS, STOP_WORDS, VAGUE_NOUNS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from spacy.tokens import Token

    from memgraph_svc.adapters.extractors.masked import Masked

__all__ = ["Phrase", "find_phrases"]

_NOUNS: Final = frozenset({"NOUN", "PROPN"})
_DROPPED_TAGS: Final = frozenset(
    {"DT", "PDT", "PRP", "PRP$", "WP", "WP$", "WDT", "RB", "RBR", "RBS", "IN", "CC", "UH", "JJR", "JJS"}
)
_GENERAL: Final = VAGUE_NOUNS | ROLE_NOUNS
_SHORT_TEXT: Final = 40
_MOST_WORDS: Final = 8
_NAMED: Final = frozenset({"name", "identifier", "url", "email", "code", "path", "date"})


@dataclass(frozen=True, slots=True)
class Phrase:
    """A name at the tokens ``[first, last)``.

    Attributes:
        first: Index of its first token.
        last: Index after its last token.
        name: The name, cleaned.
        kind: Type of the entity: ``entity``, or what the span looked like.
        named: It is a proper name, an identifier or a date, not a common noun.
        general: It is a noun that is no entity when it stands alone, such as ``battle``.
        joined: It is ``x of y``; named unless y is a name of its own.
    """

    first: int
    last: int
    name: str
    kind: str
    named: bool
    general: bool = False
    joined: bool = False


def find_phrases(masked: Masked) -> list[Phrase]:
    """Return noun phrases, names inside of them, loose nouns and spans, in order; no two have the same tokens."""
    found: dict[tuple[int, int], Phrase] = {}
    covered: set[int] = set()
    for chunk in masked.doc.noun_chunks:
        for phrase in _from_chunk(masked, chunk.start, chunk.end):
            found.setdefault((phrase.first, phrase.last), phrase)
            covered.update(range(phrase.first, phrase.last))
    for token in masked.doc:
        if token.i not in covered and (masked.kinds[token.i] or token.pos_ in _NOUNS):
            phrase = _phrase(masked, token.i, token.i + 1)
            if phrase:
                found.setdefault((phrase.first, phrase.last), phrase)
    if sum(not token.is_punct for token in masked.doc) <= _SHORT_TEXT:
        for phrase in _of_phrases(masked, sorted(found.values(), key=_order)):
            found.setdefault((phrase.first, phrase.last), phrase)
    return sorted(found.values(), key=_order)


def _order(phrase: Phrase) -> tuple[int, int]:
    return phrase.first, -phrase.last


def _from_chunk(masked: Masked, start: int, end: int) -> Iterator[Phrase]:
    doc = masked.doc
    first, last = start, end
    while first < last and _droppable(masked, first, last):
        first += 1
    if last < len(doc) and _number_after(masked, last):
        last += 1
    whole = _phrase(masked, first, last)
    if whole and last - first <= _MOST_WORDS:
        yield whole
    inner = first
    while inner < last:  # proper names inside of a longer phrase: "Maria's laptop", "the Kafka consumer"
        stop = inner
        while stop < last and _proper(masked, stop):
            stop += 1
        if stop > inner and (stop - inner) < (last - first) and (phrase := _phrase(masked, inner, stop)):
            yield phrase
        inner = max(stop, inner + 1)


def _droppable(masked: Masked, index: int, last: int) -> bool:
    token = masked.doc[index]
    if masked.kinds[index]:
        return False
    if token.tag_ in _DROPPED_TAGS or token.is_punct or token.is_space or token.lower_ in STOP_WORDS:
        return not (token.text[:1].isupper() and token.tag_ == "NNP")
    return token.tag_ == "CD" and index + 1 < last and not _proper(masked, index + 1)


def _number_after(masked: Masked, index: int) -> bool:
    token = masked.doc[index]
    if not (token.tag_ == "CD" and token.text.isdigit() and not masked.kinds[index]):
        return False
    return not masked.doc[index - 1].is_punct and (
        index + 1 == len(masked.doc) or masked.doc[index + 1].pos_ not in _NOUNS
    )


def _proper(masked: Masked, index: int) -> bool:
    return masked.kinds[index] in _NAMED or (masked.doc[index].pos_ == "PROPN" and masked.surface[index][:1].isupper())


def _phrase(masked: Masked, first: int, last: int) -> Phrase | None:
    if first >= last:
        return None
    if TIME in masked.kinds[first:last]:
        return None
    kind = masked.kinds[first] if last == first + 1 else ""
    if kind and kind != "name":
        return Phrase(first, last, masked.surface[first].strip("`"), kind, kind in _NAMED)
    if any(_overlong(token) for token in masked.doc[first:last]):
        return None
    name = clean_name(masked.text(first, last))
    if name is None:
        return None
    named = any(_proper(masked, index) for index in range(first, last))
    return Phrase(first, last, name, "entity", named, general=not named and name.casefold() in _GENERAL)


def _overlong(token: Token) -> bool:
    return token.is_space and "\n\n" in token.text


def _of_phrases(masked: Masked, phrases: list[Phrase]) -> Iterator[Phrase]:
    """Yield ``x of y`` of common nouns, which may be a name written small; of a chain the last link only."""
    starts = {phrase.first: phrase for phrase in reversed(phrases)}
    for left in phrases:
        right = _after_of(masked, left, starts)
        if right and not left.named and _after_of(masked, right, starts) is None:
            name = clean_name(masked.text(left.first, right.last))
            if name:
                yield Phrase(left.first, right.last, name, "entity", named=not right.named, joined=True)


def _after_of(masked: Masked, left: Phrase, starts: dict[int, Phrase]) -> Phrase | None:
    doc = masked.doc
    if left.last >= len(doc) or doc[left.last].lower_ != "of":
        return None
    after = left.last + 1
    if after < len(doc) and doc[after].lower_ == "the":
        after += 1
    return starts.get(after)
