"""GistSearch: gists and pages by meaning and by words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from memgraph_svc.domain.hit import Hit, SearchResult
from memgraph_svc.domain.identity import namespace_token
from memgraph_svc.domain.query import Rank, SearchMode
from memgraph_svc.scoring.bm25 import bm25, term_frequencies
from memgraph_svc.scoring.english import document_length
from memgraph_svc.scoring.fusion import hybrid
from memgraph_svc.scoring.lucene import fulltext_query
from memgraph_svc.services.arms import Found
from memgraph_svc.settings import LIMITS

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from memgraph_svc.domain.gist_query import GistQuery
    from memgraph_svc.repositories.store import Store
    from memgraph_svc.settings import BlendConfig

__all__ = ["GistSearch", "word_scores"]

_FULLTEXT_CANDIDATES: Final = 2_000
_NOT_REMEMBERED: Final = "ordered by relevance: gists and pages have no importance and no uses"
_ARMS: Final = ("relevance", "fulltext")


class GistSearch:
    """Finds gists and pages. Never writes."""

    def __init__(self, store: Store, weights: BlendConfig) -> None:
        self._store = store
        self._weights = weights

    def search(self, asked: GistQuery, vector: NDArray[np.float32]) -> SearchResult:
        """Make the answer of a search.

        Args:
            asked: Question and filters.
            vector: (dimension,) unit vector of the question.
        """
        found = self._find(asked, vector)
        order = sorted(found.scores, key=lambda key: (-found.scores[key], key))[: asked.limit]
        rows = self._store.gist_search.hydrate(asked.namespace, order) if order else {}
        hits = tuple(
            Hit(
                id=key,
                kind=rows[key].kind,
                content=rows[key].text,
                score=found.scores[key],
                parts={"score": found.scores[key], **found.parts[key]},
                arms=found.arms[key],
                occurred_at=rows[key].occurred_at,
                session_id=rows[key].session_id,
            )
            for key in order
            if key in rows
        )
        reasons = [
            found.reason,
            _NOT_REMEMBERED if asked.rank is Rank.MEMORY else "",
            "" if hits else self._why_empty(asked.namespace),
        ]
        decided_by = "; ".join(reason for reason in reasons if reason)
        return SearchResult(query=asked.query, mode=found.mode, decided_by=decided_by, hits=hits)

    def _find(self, asked: GistQuery, vector: NDArray[np.float32]) -> Found:
        limit = max(LIMITS.candidates, asked.limit)
        if asked.mode is SearchMode.RELEVANCE:
            cosines = self._store.gist_search.nearest(asked, vector, limit=limit)
            scores = {key: min(1.0, max(0.0, cosine)) for key, cosine in cosines.items()}
            return _made(SearchMode.RELEVANCE, "relevance was asked for", scores, cosines, {})
        words, told = self._words(asked)
        if asked.mode is SearchMode.FULLTEXT:
            best = max(words.values(), default=1.0)
            scores = {key: score / best for key, score in words.items()}
            return _made(SearchMode.FULLTEXT, told or "fulltext was asked for", scores, {}, words)
        cosines = self._store.gist_search.nearest(asked, vector, limit=limit)
        fused = hybrid(cosines, words, (1.0, self._weights.words))
        auto = asked.mode is SearchMode.AUTO
        reason = "auto: gists and pages are found by meaning and words" if auto else "hybrid was asked for"
        return Found(
            mode=SearchMode.HYBRID,
            reason=f"{reason}; {told}" if told else reason,
            scores={one.id: one.score for one in fused},
            parts={one.id: _parts(one.id, cosines, words) for one in fused},
            arms={one.id: tuple(_ARMS[arm] for arm in one.arms) for one in fused},
        )

    def _words(self, asked: GistQuery) -> tuple[dict[str, float], str]:
        """BM25 of what holds words of the question, and what is to be told about it."""
        query = fulltext_query(asked.query, namespace_token(asked.namespace), ("text",), most=LIMITS.query_words)
        if query.lucene is None:
            return {}, "the question holds no searchable word"
        texts = self._store.gist_search.fulltext(asked, query.lucene, limit=_FULLTEXT_CANDIDATES)
        scores = {key: score for key, score in word_scores(query.terms, texts).items() if score > 0}
        told = [f"only the first {LIMITS.query_words} words were searched for"] if query.cut else []
        if len(texts) >= _FULLTEXT_CANDIDATES:
            told.append(f"only the newest {_FULLTEXT_CANDIDATES} of a kind were ranked by words")
        if not scores:
            told.insert(0, "no gist or page that passes the filters holds a word of the question")
        return scores, "; ".join(told)

    def _why_empty(self, namespace: str) -> str:
        """Tell an empty namespace from filters that nothing passes."""
        if not self._store.gist_search.holds_any(namespace):
            return f"namespace {namespace!r} holds no gist"
        return "no gist or page passes the filters and is found"


def word_scores(terms: Sequence[str], texts: Mapping[str, str]) -> dict[str, float]:
    """BM25 of texts against terms; the texts themselves are the collection, so that nothing else changes a score.

    Args:
        terms: Stems, as ``query_terms`` gives them.
        texts: Id to text.
    """
    if not texts:
        return {}
    counts = term_frequencies(list(texts.values()), terms)
    lengths = [document_length(text) for text in texts.values()]
    found = bm25(counts, lengths, (counts > 0).sum(axis=0), len(texts), sum(lengths) / len(lengths))
    return {key: float(score) for key, score in zip(texts, found, strict=True)}


def _made(
    mode: SearchMode, reason: str, scores: dict[str, float], cosines: Mapping[str, float], words: Mapping[str, float]
) -> Found:
    """Candidates of one arm."""
    parts = {key: _parts(key, cosines, words) for key in scores}
    return Found(mode=mode, reason=reason, scores=scores, parts=parts, arms=dict.fromkeys(scores, (mode.value,)))


def _parts(key: str, cosines: Mapping[str, float], words: Mapping[str, float]) -> dict[str, float]:
    near = {"cosine": cosines[key]} if key in cosines else {}
    return near | ({"bm25": words[key]} if key in words else {})
