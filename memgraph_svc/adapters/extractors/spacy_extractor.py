"""Entities and triples from the grammar of a text, by spaCy's small English model."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

from memgraph_svc.adapters.extractors.bounds import bounded
from memgraph_svc.adapters.extractors.clauses import find_triples
from memgraph_svc.adapters.extractors.frame import Frame, find_frame
from memgraph_svc.adapters.extractors.masked import Masked, mask, pieces
from memgraph_svc.adapters.extractors.names import MAX_TRIPLES, MentionCounter
from memgraph_svc.adapters.extractors.phrases import Phrase, find_phrases
from memgraph_svc.adapters.extractors.spacy_model import load_model
from memgraph_svc.domain.extraction import Extraction, Triple
from memgraph_svc.errors import ExtractionError

if TYPE_CHECKING:
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
        """Extract from each text, in order. Of a text longer than 100,000 characters the beginning is read.

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


def _extract_all(nlp: Language, texts: Sequence[str]) -> Iterator[Extraction]:
    for start in range(0, len(texts), _BATCH):
        batch = [bounded(text) for text in texts[start : start + _BATCH]]
        frames = [find_frame(text) for text in batch]
        masked: list[Masked] = []
        counts: list[int] = []
        for text, frame in zip(batch, frames, strict=True):
            parts = [mask(nlp, piece) for piece in pieces(text[frame.body :])]
            masked += parts
            counts.append(len(parts))
        for _ in nlp.pipe((one.doc for one in masked), batch_size=_BATCH):
            pass  # the documents are annotated in place
        position = 0
        for frame, count in zip(frames, counts, strict=True):
            yield _collect(masked[position : position + count], frame)
            position += count


def _collect(parts: Sequence[Masked], frame: Frame) -> Extraction:
    counter = MentionCounter()
    for name in frame.names:
        counter.add(name)
    triples: list[Triple] = []
    quantities: dict[str, Phrase] = {}
    for masked in parts:
        phrases = find_phrases(masked)
        for phrase in phrases:
            if phrase.kind == "quantity":
                quantities[phrase.name] = phrase
            elif not phrase.general:
                counter.add(phrase.name, phrase.kind)
        triples += find_triples(masked, phrases, frame)
    triples = triples[:MAX_TRIPLES]
    for triple in triples:
        for end in (triple.subject, triple.object):
            if not counter.spelled(end):
                counter.add(end, "quantity" if end in quantities else "entity")
    return Extraction(entities=counter.mentions(), triples=tuple(triples))
