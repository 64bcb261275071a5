"""Which pages of a session a question is about, by words alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from memgraph_svc.scoring.bm25 import bm25, term_frequencies
from memgraph_svc.scoring.english import document_length, query_terms

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

__all__ = ["page_relevance"]


def page_relevance(question: str, pages: Sequence[str]) -> NDArray[np.float64]:
    """Score pages by BM25 over the pages of their own session.

    The parts of a name such as ``gpu_hours`` count as words, since that is how a question speaks of it.

    Args:
        question: Any text; its first 64 terms count.
        pages: Texts of n pages.

    Returns:
        (n,), 0 or more; 0 where a page holds no word of the question.
    """
    terms, _ = query_terms(_parted(question))
    texts = [_parted(page) for page in pages]
    counts = term_frequencies(texts, terms)
    lengths = [document_length(text) for text in texts]
    average = float(np.mean(lengths)) if lengths else 0.0
    return bm25(counts, lengths, (counts > 0).sum(axis=0), len(texts), average)


def _parted(text: str) -> str:
    return text.replace("_", " ")
