"""Entities and triples from the grammar of a text, by spaCy's small English model."""

from __future__ import annotations

import threading
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from memgraph_svc.adapters.extractors.bounds import bounded
from memgraph_svc.adapters.extractors.clauses import find_triples
from memgraph_svc.adapters.extractors.data_names import find_data_names
from memgraph_svc.adapters.extractors.frame import Frame, find_frame
from memgraph_svc.adapters.extractors.masked import Masked, mask, pieces
from memgraph_svc.adapters.extractors.names import MAX_TRIPLES, MentionCounter
from memgraph_svc.adapters.extractors.patterns import find_spans
from memgraph_svc.adapters.extractors.phrases import find_phrases
from memgraph_svc.adapters.extractors.prose import split_prose
from memgraph_svc.adapters.extractors.spacy_model import load_model
from memgraph_svc.adapters.extractors.times import dates_of_times
from memgraph_svc.domain.extraction import Extraction, Triple
from memgraph_svc.errors import ExtractionError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from spacy.language import Language

__all__ = ["SpacyExtractor"]

_BATCH: Final = 64


class SpacyExtractor:
    """The default extractor. The model is loaded at the first use; one call at a time uses it."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._nlp: Language | None = None

    @property
    def name(self) -> str:
        """Name of the extractor, for reports."""
        return "spacy"

    def extract(self, texts: Sequence[str]) -> list[Extraction]:
        """Extract from each text, in order. Of a text longer than 50,000 characters the beginning is read.

        Raises:
            ExtractionError: The model cannot be loaded or fails.
        """
        with self._lock:
            if self._nlp is None:
                self._nlp = load_model()
            try:
                with self._nlp.memory_zone():
                    return list(_extract_all(self._nlp, texts))
            except Exception as error:
                raise ExtractionError(
                    f"the language model failed: {type(error).__name__}", hint="choose the heuristic extractor"
                ) from error


@dataclass(frozen=True, slots=True)
class _Prepared:
    """A text before it is parsed: its frame, its prose in pieces, and what is no prose."""

    frame: Frame
    parts: list[Masked]
    rest: str


def _prepare(nlp: Language, text: str) -> _Prepared:
    frame = find_frame(text)
    body = text[frame.body :]
    prose, rest = split_prose(body, find_spans(body))
    return _Prepared(frame, [mask(nlp, piece) for piece in pieces(prose) if piece.strip()], rest)


def _extract_all(nlp: Language, texts: Sequence[str]) -> Iterator[Extraction]:
    for start in range(0, len(texts), _BATCH):
        batch = [_prepare(nlp, bounded(text)) for text in texts[start : start + _BATCH]]
        for _ in nlp.pipe((part.doc for one in batch for part in one.parts), batch_size=_BATCH):
            pass  # the documents are annotated in place
        yield from map(_collect, batch)


def _collect(prepared: _Prepared) -> Extraction:
    frame = prepared.frame
    counter = MentionCounter()
    for name in frame.names:
        counter.add(name)
    triples: list[Triple] = []
    quantities: set[str] = set()
    for masked in prepared.parts:
        phrases = find_phrases(masked)
        quantities |= {phrase.name for phrase in phrases if phrase.kind == "quantity"}
        for date in dates_of_times(zip(masked.surface, masked.kinds, strict=True)):
            counter.add(date, "date")
        for phrase in phrases:
            if phrase.kind != "quantity" and not phrase.general:
                counter.add(phrase.name, phrase.kind)
        triples += find_triples(masked, phrases, frame)
    for name, kind in find_data_names(prepared.rest):
        counter.add(name, kind)
    for triple in triples[:MAX_TRIPLES]:
        for end in (triple.subject, triple.object):
            if not counter.spelled(end):
                counter.add(end, "quantity" if end in quantities else "entity")
    return Extraction(entities=counter.mentions(), triples=tuple(triples[:MAX_TRIPLES]))
