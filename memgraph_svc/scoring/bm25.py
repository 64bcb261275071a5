"""BM25 over counts of the caller's choice, so that another namespace never changes a score.

Source: Lucene's BM25Similarity without its rounding of lengths (design, full-text index; benchmarks, how measured).
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, Final

import numpy as np

from memgraph_svc.errors import InvalidInputError
from memgraph_svc.scoring.english import STOP_WORDS, plain_text, prepared, stem, words

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import ArrayLike, NDArray

__all__ = ["bm25", "term_frequencies"]

_NO_LENGTH: Final = 1e-6


def bm25(
    tf: ArrayLike,
    lengths: ArrayLike,
    df: ArrayLike,
    n_documents: int,
    average_length: float,
    *,
    k1: float = 1.2,
    b: float = 0.75,
) -> NDArray[np.float64]:
    """Score documents against the terms of one query.

    Args:
        tf: (n, t), how often document i holds term j.
        lengths: (n,), terms of each document, stop words not counted.
        df: (t,), documents of the collection that hold term j; values outside 0..n_documents count as the nearest one.
        n_documents: documents of the collection.
        average_length: mean terms of a document of the collection; 0 and what is close to it count as 1.
        k1: Saturation of repeated terms.
        b: Share of the length in the score, 0..1.

    Returns:
        (n,), 0 or more; 0 exactly where a document holds no term.

    Raises:
        InvalidInputError: The shapes do not fit together.
    """
    counts = np.asarray(tf, dtype=np.float64)
    length = np.asarray(lengths, dtype=np.float64)
    documents = np.asarray(df, dtype=np.float64)
    if counts.ndim != 2 or counts.shape != (length.size, documents.size):  # noqa: PLR2004
        raise InvalidInputError("tf", "must have one row per length and one column per document frequency")
    held = np.clip(documents, 0.0, float(max(n_documents, 0)))
    idf = np.log1p((max(n_documents, 0) - held + 0.5) / (held + 0.5))
    norm = k1 * (1.0 - b + b * length / (average_length if average_length > _NO_LENGTH else 1.0))
    # A term that is not there adds nothing, also where k1 or b make the divisor 0.
    share = np.divide(counts, counts + norm[:, None], out=np.zeros_like(counts), where=counts > 0)
    return share @ idf


def term_frequencies(texts: Sequence[str], terms: Sequence[str]) -> NDArray[np.int32]:
    """Count stems in texts: what counting ``english_terms`` of each text gives, without stemming every word.

    Args:
        texts: n texts.
        terms: t stems, as ``query_terms`` gives them.

    Returns:
        (n, t).
    """
    column = {term: index for index, term in enumerate(dict.fromkeys(terms))}
    counts = np.zeros((len(texts), len(column)), dtype=np.int32)
    if column:
        pattern = _candidates(tuple(column))
        for row, text in zip(counts, texts, strict=True):
            lowered = prepared(text)
            found: list[str] = pattern.findall(lowered) if plain_text(lowered) else words(text)
            for word in found:
                index = column.get(stem(word))
                if index is not None and word not in STOP_WORDS:
                    row[index] += 1
    return counts if len(column) == len(terms) else counts[:, [column[term] for term in terms]]


@lru_cache(maxsize=256)
def _candidates(terms: tuple[str, ...]) -> re.Pattern[str]:
    # Each branch starts with a letter, which lets the regular expression engine skip from candidate to candidate.
    endings: dict[str, list[str]] = {}
    for beginning in sorted({beginning for term in terms for beginning in _beginnings(term)}):
        endings.setdefault(beginning[0], []).append(beginning[1:])
    return re.compile("|".join(_branch(first, rest) for first, rest in endings.items()))


def _branch(first: str, rest: list[str]) -> str:
    letter = re.escape(first)
    end = "" if "" in rest else "(?:" + "|".join(map(re.escape, rest)) + ")"
    return rf"{letter}(?<!\w{letter}){end}\w*"


def _beginnings(term: str) -> tuple[str, ...]:
    """Return what every word with this stem begins with.

    Porter's rules change at most the last letter of what they leave.
    """
    if len(term) > 1 and term.endswith("i"):
        return term, term[:-1] + "y"
    if len(term) > 1 and term.endswith(("e", "bl")):
        return (term[:-1],)
    return (term,)
