"""Ordering candidates and making hits of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from memgraph_svc.domain.hit import Hit, SearchResult
from memgraph_svc.domain.instant import to_ms
from memgraph_svc.domain.query import Rank
from memgraph_svc.scoring.triple_factor import FactorWeights, triple_factor

if TYPE_CHECKING:
    from datetime import datetime

    from memgraph_svc.domain.query import SearchQuery
    from memgraph_svc.repositories.search import HitRow
    from memgraph_svc.repositories.store import Store
    from memgraph_svc.services.arms import Found
    from memgraph_svc.services.ppr_retrieval import PPRRetrieval
    from memgraph_svc.settings import RankingWeights

__all__ = ["Ranker"]

_MS_PER_HOUR: Final = 3_600_000
_EXPLAINED: Final = 100
"""Hits that get their path."""


class Ranker:
    """Orders candidates by the mode's own score, or by the triple factor over all of them, and cuts last."""

    def __init__(self, store: Store, ppr: PPRRetrieval, weights: RankingWeights) -> None:
        self._store = store
        self._ppr = ppr
        self._weights = weights

    def rank(self, asked: SearchQuery, found: Found, now: datetime) -> SearchResult:
        """Make the answer of a search."""
        if asked.rank is Rank.MEMORY:
            rows = self._store.search.hydrate(asked.namespace, list(found.scores))
            scores, factors = self._triple(asked, found, rows, asked.as_of or now)
        else:
            scores, factors = dict(list(found.scores.items())[: asked.limit]), {}
            rows = self._store.search.hydrate(asked.namespace, list(scores))
        order = sorted((key for key in scores if key in rows), key=lambda key: -scores[key])[: asked.limit]
        paths = self._ppr.paths(asked, found.seeds, order[:_EXPLAINED], now)
        return SearchResult(
            query=asked.query,
            mode=found.mode,
            decided_by=found.reason if order else self._why_empty(asked, found.reason),
            hits=tuple(
                Hit(
                    id=key,
                    kind=rows[key].kind,
                    content=rows[key].content,
                    score=scores[key],
                    parts={"score": found.scores[key], **found.parts.get(key, {}), **factors.get(key, {})},
                    arms=found.arms[key],
                    path=paths[key].steps if key in paths else (),
                    occurred_at=rows[key].occurred_at,
                    session_id=rows[key].session_id,
                )
                for key in order
            ),
        )

    def _why_empty(self, asked: SearchQuery, reason: str) -> str:
        """Tell an empty namespace from filters that nothing passes: nothing found is not the same as nothing there."""
        if not self._store.search.holds_any(asked.namespace):
            return f"{reason}; namespace {asked.namespace!r} holds no episode"
        return f"{reason}; no episode passes the filters and is found"

    def _triple(
        self, asked: SearchQuery, found: Found, rows: dict[str, HitRow], at: datetime
    ) -> tuple[dict[str, float], dict[str, dict[str, float]]]:
        keys = [key for key in found.scores if key in rows]
        if not keys:
            return {}, {}
        weights = asked.weights or self._weights
        result = triple_factor(
            [(to_ms(at) - rows[key].accessed_at_ms) / _MS_PER_HOUR for key in keys],
            [rows[key].importance for key in keys],
            [found.scores[key] for key in keys],
            FactorWeights(weights.recency, weights.importance, weights.relevance),
            asked.combine.value,
        )
        raw = result.raw
        factors = {
            key: {"recency": float(raw.recency[i]), "importance": float(raw.importance[i])}
            for i, key in enumerate(keys)
        }
        return {key: float(result.scores[i]) for i, key in enumerate(keys)}, factors
