"""Texts as the parser sees them: names, identifiers and expressions of time are one word each."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from memgraph_svc.adapters.extractors.names import clean_name
from memgraph_svc.adapters.extractors.patterns import Span, find_spans
from memgraph_svc.adapters.extractors.times import TIME, with_times
from memgraph_svc.adapters.extractors.tokens import capitalised_runs, tokenize

if TYPE_CHECKING:
    from collections.abc import Iterator

    from spacy.language import Language
    from spacy.tokens import Doc

__all__ = ["Masked", "mask", "pieces"]

_LONGEST_PIECE: Final = 4_000
_BREAKS: Final = (re.compile(r"\n\s*\n"), re.compile(r"\n"), re.compile(r"[.!?]\s"), re.compile(r"\s"))
_STAND_INS: Final = {"name": "Zarvek", "quantity": "eggs", "date": "1999", TIME: "lately"}
_STAND_IN: Final = "Zarvek"


@dataclass(frozen=True, slots=True)
class Masked:
    """A text to parse.

    Attributes:
        doc: Its tokens; a span is a single one, written as a stand-in that the tagger takes for a name, a number or an
            adverb.
        surface: For each token how the text writes it.
        kinds: For each token the kind of its span; empty for plain words.
    """

    doc: Doc
    surface: tuple[str, ...]
    kinds: tuple[str, ...]

    def text(self, first: int, last: int) -> str:
        """Return the tokens ``[first, last)`` as the text writes them."""
        parts = [self.surface[i] + ("" if i == last - 1 else self.doc[i].whitespace_) for i in range(first, last)]
        return "".join(parts)


def pieces(text: str) -> Iterator[str]:
    """Cut a long text at ends of paragraphs, lines, sentences or words, whichever comes first in this order."""
    start = 0
    while len(text) - start > _LONGEST_PIECE:
        end = _break(text, start)
        yield text[start:end]
        start = end
    yield text[start:]


def _break(text: str, start: int) -> int:
    half, full = start + _LONGEST_PIECE // 2, start + _LONGEST_PIECE
    for pattern in _BREAKS:
        ends = [match.end() for match in pattern.finditer(text, half, full)]
        if ends:
            return ends[-1]
    return full


def mask(nlp: Language, text: str) -> Masked:
    """Tokenise a text with its spans as single tokens; a line that does not go on in small letters is a sentence."""
    from spacy.tokens import Doc  # spaCy may be absent

    words: list[str] = []
    blanks: list[bool] = []
    surface: list[str] = []
    kinds: list[str] = []
    starts: list[bool | int | None] = []
    position, broken = 0, True
    for span in [*_spans(text), Span(len(text), len(text), "")]:
        for token in nlp.tokenizer(text[position : span.start]):
            words.append(token.text)
            surface.append(token.text)
            blanks.append(bool(token.whitespace_))
            kinds.append("")
            starts.append(True if broken and not token.text[:1].islower() and not token.is_space else None)
            broken = "\n" in token.text or (broken and token.is_space)
        if span.kind:
            starts.append(True if broken else None)
            broken = False
            inner = text[span.start : span.end]
            words.append(_STAND_INS.get(span.kind, _STAND_IN))
            surface.append(inner)
            blanks.append(text[span.end : span.end + 1] == " ")
            kinds.append(span.kind)
        position = span.end + (1 if span.kind and text[span.end : span.end + 1] == " " else 0)
    return Masked(Doc(nlp.vocab, words=words, spaces=blanks, sent_starts=starts), tuple(surface), tuple(kinds))


def _spans(text: str) -> list[Span]:
    found = with_times(text, find_spans(text))
    tokens = tokenize(text, found)
    names: list[Span] = []
    for first, last in capitalised_runs(tokens):
        if last - first > 1 and clean_name(text[tokens[first].start : tokens[last - 1].end]):
            names.append(Span(tokens[first].start, tokens[last - 1].end, "name"))
    covered = [span for span in found if not any(n.start <= span.start < n.end for n in names)]
    return sorted((*covered, *names), key=lambda span: span.start)
