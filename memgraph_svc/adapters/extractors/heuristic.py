"""Entities and triples without a language model: capital letters, identifiers, quotes and lists of common words."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import islice, pairwise
from typing import TYPE_CHECKING, Final

from memgraph_svc.adapters.extractors.bounds import bounded
from memgraph_svc.adapters.extractors.data_names import find_data_names
from memgraph_svc.adapters.extractors.frame import Frame, find_frame
from memgraph_svc.adapters.extractors.names import MAX_TRIPLES, MentionCounter, clean_name
from memgraph_svc.adapters.extractors.patterns import find_spans
from memgraph_svc.adapters.extractors.prose import split_prose
from memgraph_svc.adapters.extractors.segment_times import SegmentTimes
from memgraph_svc.adapters.extractors.times import TIME, dates_of_times, with_times
from memgraph_svc.adapters.extractors.tokens import Token, capitalised_runs, tokenize
from memgraph_svc.adapters.extractors.words import COMMON_VERBS, STOP_WORDS, VAGUE_NOUNS, is_short_form
from memgraph_svc.domain.extraction import Extraction, Triple
from memgraph_svc.domain.text import canonical_name

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

__all__ = ["HeuristicExtractor"]

_QUOTED: Final = re.compile(r"[\"“«]([^\"“”«»\n]{2,80})[\"”»]")
_MOST_QUOTED_WORDS: Final = 8
_SHORT_TEXT: Final = 40
_MOST_RUN_WORDS: Final = 4
_LEAST_WORD: Final = 4
_MOST_BETWEEN: Final = 6
_CONFIDENCE: Final = 0.4
_OF: Final = frozenset({"of", "of the"})
_BE: Final = frozenset({"is", "are", "was", "were"})
_NOT_PAST: Final = frozenset(
    "need seed speed feed bed red shed embed hundred sacred naked breed weed deed indeed".split()
)
_THIRD_PERSON: Final = frozenset({"he", "she", "it", "they"})
_FIRST_PERSON: Final = frozenset({"i", "we"})


@dataclass(frozen=True, slots=True)
class _Found:
    """A name at the tokens ``[first, last)``."""

    first: int
    last: int
    name: str
    kind: str = "entity"


class HeuristicExtractor:
    """The extractor for where spaCy is not installed; needs no model and takes a fraction of a millisecond."""

    @property
    def name(self) -> str:
        """Name of the extractor, for reports."""
        return "heuristic"

    def extract(self, texts: Sequence[str]) -> list[Extraction]:
        """Extract from each text, in order; it never fails."""
        return [_extract(bounded(text)) for text in texts]


def _extract(text: str) -> Extraction:
    frame = find_frame(text)
    counter = MentionCounter()
    for name in frame.names:
        counter.add(name)
    for match in _QUOTED.finditer(text):
        if len(match[1].split()) <= _MOST_QUOTED_WORDS and match[1][:1].isupper():
            counter.add(match[1])
    body = text[frame.body :]
    spans = find_spans(body)
    prose, rest = split_prose(body, spans)
    kept = [span for span in spans if not prose[span.start : span.end].isspace()]
    tokens = tokenize(prose, with_times(prose, kept))
    found = sorted((*_names(tokens), *_phrases(tokens)), key=lambda one: (one.first, -one.last))
    for one in found:
        counter.add(one.name, one.kind)
    for name, kind in find_data_names(rest):
        counter.add(name, kind)
    for date in dates_of_times((token.text, token.kind) for token in tokens):
        counter.add(date, "date")
    times = SegmentTimes(prose, tokens, _is_verb)
    triples = tuple(_triples(tokens, found, frame, times))
    for triple in triples:
        if not counter.spelled(triple.object):
            counter.add(triple.object)
    return Extraction(entities=counter.mentions(), triples=triples)


def _names(tokens: Sequence[Token]) -> Iterator[_Found]:
    lower = {token.text for token in tokens if token.kind == "word"}
    for first, last in capitalised_runs(tokens):
        word = tokens[first].text.casefold()
        alone = last == first + 1
        if alone and tokens[first].opens and (word in COMMON_VERBS or word in lower or word.endswith("ly")):
            continue
        if name := clean_name(_text(tokens, first, last)):
            yield _Found(first, last, name)
    for index, token in enumerate(tokens):
        if token.kind not in {"word", "mark", "quantity", TIME}:
            yield _Found(index, index + 1, token.text.strip("`"), token.kind)


def _phrases(tokens: Sequence[Token]) -> Iterator[_Found]:
    """Yield runs of lower-case words between common ones; single words and ``x of y`` only in short texts."""
    short = sum(token.kind == "word" for token in tokens) <= _SHORT_TEXT
    runs: list[_Found] = []
    index = 0
    while index < len(tokens):
        end = index
        while end < len(tokens) and end - index < _MOST_RUN_WORDS and _content(tokens[end]):
            end += 1
        if end > index and (run := _phrase(tokens, index, end, alone=short)):
            runs.append(run)
        index = max(end, index + 1)
    yield from runs
    if short:
        linked = [_text(tokens, one.last, two.first) in _OF for one, two in pairwise(runs)]
        for one, two, of, more in zip(runs, runs[1:], linked, [*linked[1:], False], strict=False):
            if of and not more:  # of "editor of journal of physics" only the last link may be a name
                yield _Found(one.first, two.last, _text(tokens, one.first, two.last))


def _phrase(tokens: Sequence[Token], first: int, last: int, *, alone: bool) -> _Found | None:
    word = tokens[first].text
    if last == first + 1 and (not alone or len(word) < _LEAST_WORD or word in VAGUE_NOUNS):
        return None
    name = clean_name(_text(tokens, first, last))
    return _Found(first, last, name) if name else None


def _content(token: Token) -> bool:
    word = token.text
    return (
        token.kind == "word"
        and (word[0].islower() or not word[0].isascii())
        and word not in STOP_WORDS
        and word not in COMMON_VERBS
        and not is_short_form(word)
        and not word.endswith("ly")
        and not _past(word)
        and not word.isdigit()
    )


def _past(word: str) -> bool:
    return word.endswith("ed") and len(word) > _LEAST_WORD and word not in _NOT_PAST


def _triples(tokens: Sequence[Token], found: Sequence[_Found], frame: Frame, times: SegmentTimes) -> Iterator[Triple]:
    """Yield two neighbouring names of a sentence with the verb between them."""
    heads = sorted((*_pronouns(tokens, frame), *found), key=lambda one: (one.first, -one.last))
    count = 0
    for index, left in enumerate(heads):
        right = next((one for one in islice(heads, index + 1, None) if one.first >= left.last), None)
        if right is None or (left.kind == "entity" and left.name.islower()):
            continue
        between = [token for token in tokens[left.last : right.first] if token.kind != TIME]
        same = canonical_name(left.name) == canonical_name(right.name)
        if same or not 0 < len(between) <= _MOST_BETWEEN or not _verbal(between) or count == MAX_TRIPLES:
            continue
        count += 1
        predicate = " ".join(token.text for token in between if token.text not in {"a", "an", "the"})
        when = times.of(left.first, right.last)
        yield Triple(subject=left.name, predicate=predicate, object=right.name, confidence=_CONFIDENCE, when=when)


def _pronouns(tokens: Sequence[Token], frame: Frame) -> Iterator[_Found]:
    for index, token in enumerate(tokens):
        word = token.text.casefold()
        if token.opens and word in _THIRD_PERSON and frame.title:
            yield _Found(index, index + 1, frame.title)
        elif word in _FIRST_PERSON and frame.speaker:
            yield _Found(index, index + 1, frame.speaker)


def _verbal(between: Sequence[Token]) -> bool:
    words = [token.text.casefold() for token in between]
    if any(token.kind != "word" or token.opens for token in between) or {"and", "or", "but"} & set(words):
        return False
    return any(map(_is_verb, words))


def _is_verb(word: str) -> bool:
    return word in COMMON_VERBS or word in _BE or _past(word)


def _text(tokens: Sequence[Token], first: int, last: int) -> str:
    parts = [tokens[first].text] if last > first else []
    for before, token in zip(tokens[first:last], tokens[first + 1 : last], strict=False):
        parts += [" " if token.start > before.end else "", token.text]
    return "".join(parts)
