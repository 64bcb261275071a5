"""The arms of a search: by vector, and by words."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final, Self

import numpy as np

from memgraph_svc.domain.identity import namespace_token
from memgraph_svc.domain.query import SearchMode
from memgraph_svc.scoring.bm25 import bm25, term_frequencies
from memgraph_svc.scoring.lucene import FulltextQuery, fulltext_query, lucene_query
from memgraph_svc.scoring.windows import window_counts
from memgraph_svc.services.word_statistics import WordStatistics
from memgraph_svc.settings import LIMITS

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from memgraph_svc.domain.hit import Seed
    from memgraph_svc.domain.query import SearchQuery
    from memgraph_svc.repositories.search import Turn
    from memgraph_svc.repositories.store import Store

__all__ = ["Arms", "Found", "Windows", "Words"]

_FULLTEXT_CANDIDATES: Final = 2_000
_WINDOWS: Final = 300
"""Best candidates by their own words whose turns beside them count too."""


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


@dataclass(frozen=True, slots=True)
class Windows:
    """What words and the turns beside them find, and of whom and where the candidates are."""

    words: Found
    turns: dict[str, Turn]


@dataclass(frozen=True, slots=True)
class Words:
    """Candidates that hold words of a question, and the counts behind their scores."""

    reason: str
    cut: bool
    keys: list[str] = field(default_factory=list)
    counts: NDArray[np.int32] = field(default_factory=lambda: np.zeros((0, 0), np.int32))
    lengths: NDArray[np.float64] = field(default_factory=lambda: np.zeros(0))
    frequencies: NDArray[np.float64] = field(default_factory=lambda: np.zeros(0))
    episodes: int = 0
    average_length: float = 0.0

    def scores(self) -> dict[str, float]:
        """BM25 of each candidate by its own words."""
        if not self.keys:
            return {}
        found = bm25(self.counts, self.lengths, self.frequencies, self.episodes, self.average_length)
        return {key: float(score) for key, score in zip(self.keys, found, strict=True)}


class Arms:
    """Finds candidates in one way each."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._statistics = WordStatistics(store)

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
        words = self.words(asked)
        return _ranked_words(words, words.scores(), limit)

    def windows(
        self, asked: SearchQuery, words: Words, dense: Mapping[str, float], *, share: float, limit: int
    ) -> Windows:
        """Find the episodes that hold words of the question, or stand beside a turn that does.

        Args:
            asked: Question and filters.
            words: Those that hold words of it.
            dense: Episodes found otherwise, to read of whom and where they are.
            share: What a word beside the turn counts.
            limit: Most episodes.
        """
        own = words.scores()
        best = sorted(own, key=lambda key: (-own[key], key))[:_WINDOWS]
        turns = self._store.search.turns(asked, list(dict.fromkeys([*best, *list(dense)[:limit]])))
        members = [(key, turn.window) for key, turn in turns.items()]
        scores = own
        if words.counts.size and any(window.neighbors for _, window in members):
            rows = {key: place for place, key in enumerate(words.keys)}
            counts, lengths = window_counts(words.counts, rows, members, share=share)
            wide = bm25(counts, lengths, words.frequencies, words.episodes, words.average_length)
            scores = own | {key: float(score) for (key, _), score in zip(members, wide, strict=True)}
        return Windows(_ranked_words(words, scores, limit), turns)

    def words(self, asked: SearchQuery) -> Words:
        """Find the episodes that hold words of the question, and count those."""
        token = namespace_token(asked.namespace)
        query = fulltext_query(asked.query, token, most=LIMITS.query_words)
        cut = f"only the first {LIMITS.query_words} words were searched for"
        if query.lucene is None:
            return Words("the question holds no searchable word", cut=query.cut)
        words = [lucene_query([word], token) or query.lucene for word in query.words]
        counts = self._statistics.find(asked.namespace, words)
        lucene, rare = _affordable(query, token, counts.frequencies)
        found = self._store.search.fulltext(asked, lucene, limit=_FULLTEXT_CANDIDATES)
        reasons = [*([cut] if query.cut else []), *([rare] if rare else [])]
        if not found:
            none = "no episode that passes the filters holds a word of the question"
            return Words("; ".join([none, *reasons]), cut=query.cut)
        return Words(
            "; ".join(reasons),
            cut=bool(reasons),
            keys=[candidate.episode_id for candidate in found],
            counts=term_frequencies([candidate.content for candidate in found], query.terms),
            lengths=np.asarray([candidate.word_count for candidate in found], dtype=np.float64),
            frequencies=np.asarray(counts.frequencies, dtype=np.float64),
            episodes=counts.episodes,
            average_length=counts.average_length,
        )


def _ranked_words(words: Words, scores: Mapping[str, float], limit: int) -> Found:
    ranked = sorted(((score, key) for key, score in scores.items() if score > 0), key=lambda p: (-p[0], p[1]))[:limit]
    best = ranked[0][0] if ranked else 1.0
    return Found(
        mode=SearchMode.FULLTEXT,
        reason=words.reason or "fulltext was asked for",
        scores={key: score / best for score, key in ranked},
        parts={key: {"bm25": score} for score, key in ranked},
        arms={key: ("fulltext",) for _, key in ranked},
        cut=words.cut,
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
