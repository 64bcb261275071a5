"""Searching episodes: which arms run, how they are fused, and how hits are ranked."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from memgraph_svc.domain._model import validated
from memgraph_svc.domain.query import SearchMode, SearchQuery
from memgraph_svc.errors import InvalidInputError
from memgraph_svc.scoring.fusion import fuse, hybrid, union_standard_first
from memgraph_svc.services.arms import Arms, Found
from memgraph_svc.services.checked_models import embed_question
from memgraph_svc.services.ranking import Ranker
from memgraph_svc.settings import LIMITS

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import datetime

    import numpy as np
    from numpy.typing import NDArray

    from memgraph_svc.domain.hit import SearchResult
    from memgraph_svc.ports.clock import Clock
    from memgraph_svc.ports.embedder import Embedder
    from memgraph_svc.repositories.store import Store
    from memgraph_svc.services.ppr_retrieval import PPRRetrieval
    from memgraph_svc.services.query_entities import NamedEntity
    from memgraph_svc.settings import RankingWeights

__all__ = ["Searcher"]

_FEW_ENTITIES: Final = 10
_NAMES_IT: Final = 0.5
_FUSED: Final = (0.3, 1.0)
"""Weights of the standard search and of Personalized PageRank where both are fused."""


class Searcher:
    """Runs searches. Never writes."""

    def __init__(
        self, store: Store, embedder: Embedder, ppr: PPRRetrieval, clock: Clock, weights: RankingWeights
    ) -> None:
        self._store = store
        self._embedder = embedder
        self._ppr = ppr
        self._clock = clock
        self._arms = Arms(store)
        self._ranker = Ranker(store, ppr, weights)

    def search(self, options: Mapping[str, Any]) -> SearchResult:
        """Run a search.

        Raises:
            InvalidInputError: An option is unknown or breaks a rule.
        """
        asked = validated(SearchQuery, options)
        now = self._clock.now()
        vector = embed_question(self._embedder, asked.query)
        found = self._find(asked, vector, now, limit=max(LIMITS.candidates, asked.limit))
        return self._ranker.rank(asked, found, now)

    def search_with_ppr(self, options: Mapping[str, Any], *, merge: str) -> SearchResult:
        """Run the standard search and Personalized PageRank, and unite them.

        Raises:
            InvalidInputError: An option is unknown or breaks a rule.
        """
        if merge not in ("fused", "append"):
            raise InvalidInputError("merge", "must be fused or append")
        asked = validated(SearchQuery, {"mode": SearchMode.HYBRID, **options})
        if asked.mode not in (SearchMode.HYBRID, SearchMode.RELEVANCE, SearchMode.FULLTEXT):
            raise InvalidInputError("mode", "the standard search is hybrid, relevance or fulltext")
        now = self._clock.now()
        vector = embed_question(self._embedder, asked.query)
        limit = max(LIMITS.candidates, asked.limit)
        standard = self._find(asked, vector, now, limit=limit)
        walked = self._walk(asked, vector, self._ppr.find_named(asked), standard.dense, now, limit=limit)
        if not walked.scores:
            return self._ranker.rank(asked, standard.because(f"{standard.reason}; {walked.reason}"), now)
        if merge == "append":
            first = self._ranker.rank(asked, replace(standard, seeds=walked.seeds), now)
            return _appended(first, self._ranker.rank(asked, walked, now), walked, asked.limit)
        return self._ranker.rank(asked, _united(standard, walked, limit), now)

    def _find(self, asked: SearchQuery, vector: NDArray[np.float32], now: datetime, *, limit: int) -> Found:
        if asked.mode is SearchMode.RELEVANCE:
            return self._arms.dense(asked, vector, limit=limit)
        if asked.mode is SearchMode.FULLTEXT:
            return self._arms.fulltext(asked, limit=limit)
        if asked.mode is SearchMode.HYBRID:
            dense = self._arms.dense(asked, vector, limit=limit)
            return self._hybrid(asked, dense, limit=limit, reason="hybrid was asked for")
        return self._walk_or_hybrid(asked, vector, now, limit=limit)

    def _walk_or_hybrid(self, asked: SearchQuery, vector: NDArray[np.float32], now: datetime, *, limit: int) -> Found:
        named = self._ppr.find_named(asked)
        dense = self._arms.dense(asked, vector, limit=limit)
        automatic = asked.mode is SearchMode.AUTO
        if automatic and (reason := self._why_not_walk(asked, named)):
            return self._hybrid(asked, dense, limit=limit, reason=reason)
        walked = self._walk(asked, vector, named, dense.dense, now, limit=limit)
        if not walked.scores:
            return self._hybrid(asked, dense, limit=limit, reason=f"hybrid instead of ppr: {walked.reason}")
        shown = ", ".join(repr(entity.name) for entity in named[:3])
        return walked.because(f"auto: the question names {shown} of the graph") if automatic else walked

    def _why_not_walk(self, asked: SearchQuery, named: Sequence[NamedEntity]) -> str:
        """Reason for which ``auto`` does not use Personalized PageRank; empty when it does."""
        entities = self._store.entities.count(asked.namespace)
        if entities <= _FEW_ENTITIES:
            return f"auto: the namespace has {entities} entities, too few to walk"
        if not any(entity.score >= _NAMES_IT for entity in named):
            return "auto: the question names no entity of the graph surely enough to walk"
        return ""

    def _hybrid(self, asked: SearchQuery, dense: Found, *, limit: int, reason: str) -> Found:
        words = self._arms.fulltext(asked, limit=limit)
        names = ("relevance", "fulltext")
        fused = hybrid(dense.dense, words.raw("bm25"))
        return Found(
            mode=SearchMode.HYBRID,
            reason=f"{reason}; {words.reason}" if words.cut else reason,
            scores={hit.id: hit.score for hit in fused[:limit]},
            parts=_merged(dense.parts, words.parts),
            arms={hit.id: tuple(names[i] for i in hit.arms) for hit in fused[:limit]},
            dense=dense.dense,
        )

    def _walk(
        self,
        asked: SearchQuery,
        vector: NDArray[np.float32],
        named: Sequence[NamedEntity],
        dense: Mapping[str, float],
        now: datetime,
        *,
        limit: int,
    ) -> Found:
        answer = self._ppr.rank(asked, vector, named, dense, limit=limit, now=now)
        best = max(answer.scores.values(), default=1.0)
        parts = {key: {"ppr": score} for key, score in answer.scores.items()}
        for key, part in parts.items():
            if key in dense:
                part["cosine"] = dense[key]
        return Found(
            mode=SearchMode.PPR,
            reason=answer.reason or "ppr was asked for",
            scores={key: score / best for key, score in answer.scores.items()},
            parts=parts,
            arms=dict.fromkeys(answer.scores, ("ppr",)),
            seeds=answer.seeds,
            dense=dict(dense),
        )


def _united(standard: Found, walked: Found, limit: int) -> Found:
    fused = fuse([standard.scores, walked.scores], _FUSED, floors=[0.0, 0.0], ties_by_arm=True)
    arms = {
        hit.id: tuple(arm for i in hit.arms for arm in (standard.arms[hit.id] if i == 0 else ("ppr",))) for hit in fused
    }
    return Found(
        mode=SearchMode.PPR,
        reason=f"{standard.mode} search and ppr, fused",
        scores={hit.id: hit.score for hit in fused[:limit]},
        parts=_merged(standard.parts, walked.parts),
        arms=arms,
        seeds=walked.seeds,
        dense=standard.dense,
    )


def _appended(first: SearchResult, more: SearchResult, walked: Found, limit: int) -> SearchResult:
    """Keep the hits of the standard search in their order, and put what only the walk found behind them."""
    hits = {hit.id: hit for hit in more.hits}
    for hit in first.hits:
        walks = hit.id in walked.scores
        found = {"arms": (*hit.arms, "ppr"), "parts": walked.parts[hit.id] | hit.parts} if walks else {}
        hits[hit.id] = hit.model_copy(update=found)
    order = union_standard_first((hit.id for hit in first.hits), (hit.id for hit in more.hits))[:limit]
    placed = tuple(hits[key].model_copy(update={"score": 1.0 - place / len(order)}) for place, key in enumerate(order))
    changes = {"mode": SearchMode.PPR, "decided_by": f"{first.mode} search and ppr, append", "hits": placed}
    return first.model_copy(update=changes)


def _merged(*parts: Mapping[str, dict[str, float]]) -> dict[str, dict[str, float]]:
    merged: dict[str, dict[str, float]] = {}
    for part in parts:
        for key, values in part.items():
            merged.setdefault(key, {}).update(values)
    return merged
