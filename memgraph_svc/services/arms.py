"""The arms of a search: by vector, and by words."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final, Self

import numpy as np

from memgraph_svc.domain.identity import namespace_token
from memgraph_svc.domain.query import SearchMode
from memgraph_svc.scoring.bm25 import bm25, term_frequencies
from memgraph_svc.scoring.lucene import FulltextQuery, fulltext_query, lucene_query
from memgraph_svc.settings import LIMITS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from memgraph_svc.domain.hit import Seed
    from memgraph_svc.domain.query import SearchQuery
    from memgraph_svc.repositories.store import Store

__all__ = ["Arms", "Found"]

_FULLTEXT_CANDIDATES: Final = 2_000


@dataclass(frozen=True, slots=True)
class Found:
    """Candidates of a mode: scores in 0..1 best first, the raw values behind them, and what found each."""

    mode: SearchMode
    reason: str
    scores: dict[str, float]
    parts: dict[str, dict[str, float]]
    arms: dict[str, tuple[str, ...]]
    seeds: tuple[Seed, ...] = ()
    dense: dict[str, float] = field(default_factory=dict)
    cut: bool = False

    def raw(self, part: str) -> dict[str, float]:
        """One raw value of all candidates that have it."""
        return {key: values[part] for key, values in self.parts.items() if part in values}

    def because(self, reason: str) -> Self:
        """Return the same candidates with another reason."""
        return replace(self, reason=reason)


class Arms:
    """Finds candidates in one way each."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def dense(self, asked: SearchQuery, vector: NDArray[np.float32], *, limit: int) -> Found:
        """Find the episodes nearest in meaning; the score is the cosine, not below 0."""
        cosines = self._store.search.nearest(asked, vector, limit=limit)
        return Found(
            mode=SearchMode.RELEVANCE,
            reason="relevance was asked for",
            scores={key: min(1.0, max(0.0, cosine)) for key, cosine in cosines.items()},
            parts={key: {"cosine": cosine} for key, cosine in cosines.items()},
            arms=dict.fromkeys(cosines, ("relevance",)),
            dense=cosines,
        )

    def fulltext(self, asked: SearchQuery, *, limit: int) -> Found:
        """Find the episodes that hold words of the question, by BM25 over the counts of the namespace alone."""
        token = namespace_token(asked.namespace)
        query = fulltext_query(asked.query, token, most=LIMITS.query_words)
        cut = f"only the first {LIMITS.query_words} words were searched for"
        empty = Found(SearchMode.FULLTEXT, "the question holds no searchable word", {}, {}, {}, cut=query.cut)
        if query.lucene is None:
            return empty
        words = [lucene_query([word], token) or query.lucene for word in query.words]
        counts = self._store.search.fulltext_statistics(asked.namespace, words)
        lucene, rare = _affordable(query, token, counts.frequencies)
        found = self._store.search.fulltext(asked, lucene, limit=_FULLTEXT_CANDIDATES)
        reasons = [*([cut] if query.cut else []), *([rare] if rare else [])]
        if not found:
            return empty.because(
                "; ".join(["no episode that passes the filters holds a word of the question", *reasons])
            )
        scores = bm25(
            term_frequencies([candidate.content for candidate in found], query.terms),
            np.asarray([candidate.word_count for candidate in found]),
            np.asarray(counts.frequencies),
            counts.episodes,
            counts.average_length,
        )
        ranked = sorted(
            ((float(score), c.episode_id) for score, c in zip(scores, found, strict=True) if score > 0),
            key=lambda pair: (-pair[0], pair[1]),
        )[:limit]
        best = ranked[0][0] if ranked else 1.0
        return Found(
            mode=SearchMode.FULLTEXT,
            reason="; ".join(reasons) or "fulltext was asked for",
            scores={key: score / best for score, key in ranked},
            parts={key: {"bm25": score} for score, key in ranked},
            arms={key: ("fulltext",) for _, key in ranked},
            cut=bool(reasons),
        )


def _affordable(query: FulltextQuery, token: str, frequencies: Sequence[int]) -> tuple[str, str]:
    """Query for the candidates, and what it leaves out.

    Common words bring many candidates and little score. Where all words together bring too many, the rarest are looked
    for, by the counts of the namespace alone; every word still counts in the score of what they find.
    """
    everything = query.lucene or ""
    if sum(frequencies) <= _FULLTEXT_CANDIDATES:
        return everything, ""
    chosen: list[str] = []
    total = 0
    for frequency, word in sorted(zip(frequencies, query.words, strict=True)):
        if chosen and total + frequency > _FULLTEXT_CANDIDATES:
            break
        chosen.append(word)
        total += frequency
    reason = f"only the newest {_FULLTEXT_CANDIDATES} episodes with its rarest word were ranked"
    if total <= _FULLTEXT_CANDIDATES:
        reason = f"its commonest words ({len(query.words) - len(chosen)}) were ranked by, not looked for"
    return lucene_query([*chosen, *query.compounds], token) or everything, reason
