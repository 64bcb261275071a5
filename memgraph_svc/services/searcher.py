"""Searching episodes: which arms run, how they are fused, and how hits are ranked. Gists are searched next door."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from copy import copy
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final, TypeVar

from memgraph_svc.domain._model import validated
from memgraph_svc.domain.gist_query import GistQuery, asks_for_gists
from memgraph_svc.domain.query import Rank, SearchMode, SearchQuery
from memgraph_svc.errors import InvalidInputError, ProjectionError
from memgraph_svc.scoring.fusion import fuse, union_standard_first
from memgraph_svc.services.arms import Found
from memgraph_svc.services.checked_models import embed_question, embed_questions
from memgraph_svc.services.ranking import Ranker
from memgraph_svc.settings import LIMITS

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import datetime

    import numpy as np
    from numpy.typing import NDArray

    from memgraph_svc.domain.hit import SearchResult
    from memgraph_svc.ports.clock import Clock
    from memgraph_svc.ports.embedder import Embedder
    from memgraph_svc.repositories.store import Store
    from memgraph_svc.services.candidates import Candidates, Gathered
    from memgraph_svc.services.gist_search import GistSearch
    from memgraph_svc.services.ppr_retrieval import PPRRetrieval, ReadQuestion
    from memgraph_svc.settings import RankingWeights

__all__ = ["Searcher"]

_Asked = TypeVar("_Asked", SearchQuery, GistQuery)

_ASKED: Final = "hybrid was asked for"
_FEW_ENTITIES: Final = 10
_NAMES_IT: Final = 0.5
_LEADS: Final = 0.5
"""Certainty from which what a question names leads."""
_FUSED: Final = (0.3, 1.0)
"""Weights of the standard search and of Personalized PageRank where both are fused."""


class Searcher:
    """Runs searches. Never writes."""

    def __init__(
        self,
        *,
        store: Store,
        embedder: Embedder,
        ppr: PPRRetrieval,
        candidates: Candidates,
        gists: GistSearch,
        clock: Clock,
        weights: RankingWeights,
    ) -> None:
        self._store = store
        self._embedder = embedder
        self._ppr = ppr
        self._clock = clock
        self._candidates = candidates
        self._gists = gists
        self._ranker = Ranker(store, ppr, weights)

    def search(self, options: Mapping[str, Any]) -> SearchResult:
        """Run a search.

        Raises:
            InvalidInputError: An option is unknown or breaks a rule.
        """
        if asks_for_gists(options):
            gists = validated(GistQuery, options)
            return self._gists.search(gists, embed_question(self._embedder, gists.query))
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
        gathered, question = self._gather_and_read(asked, vector, now, limit=limit)
        if asked.mode is SearchMode.HYBRID:
            standard = self._hybrid(asked, gathered, limit=limit, reason=_ASKED)
        else:
            standard = self._find(asked, vector, now, limit=limit)
        walked = self._walk(asked, question, gathered, now, limit=limit)
        if not walked.scores:
            return self._ranker.rank(asked, standard.because(f"{standard.reason}; {walked.reason}"), now)
        if merge == "append":
            first = self._ranker.rank(asked, replace(standard, seeds=walked.seeds), now)
            return _appended(first, self._ranker.rank(asked, walked, now), walked, asked.limit)
        return self._ranker.rank(asked, _united(standard, walked, limit), now)

    def search_many(self, queries: Sequence[str], options: Mapping[str, Any]) -> list[SearchResult]:
        """Run searches of the same options at the same instant; they share the call of the embedder and a projection.

        Raises:
            InvalidInputError: An option is unknown or breaks a rule, or a query does: its place, from 0, is named.
        """
        if isinstance(queries, str | bytes) or not isinstance(queries, Sequence):
            raise InvalidInputError("queries", "must be a list of texts")
        if len(queries) > LIMITS.batch_searches:
            raise InvalidInputError("queries", f"at most {LIMITS.batch_searches} in one call")
        if "query" in options:
            raise InvalidInputError("query", "is not an option here: give the queries")
        if asks_for_gists(options):
            return self._many_gists(_placed(GistQuery, queries, options))
        every = _placed(SearchQuery, queries, options)
        if not every:
            return []
        now = self._clock.now()
        vectors = embed_questions(self._embedder, [asked.query for asked in every])
        with self._ppr.sharing() as shared:
            searcher = copy(self)
            searcher._ppr = shared
            limit = max(LIMITS.candidates, every[0].limit)
            found = (searcher._find(a, v, now, limit=limit) for a, v in zip(every, vectors, strict=True))
            return [self._ranker.rank(asked, one, now) for asked, one in zip(every, found, strict=True)]

    def _many_gists(self, every: Sequence[GistQuery]) -> list[SearchResult]:
        if not every:
            return []
        vectors = embed_questions(self._embedder, [asked.query for asked in every])
        return [self._gists.search(asked, vector) for asked, vector in zip(every, vectors, strict=True)]

    def _find(self, asked: SearchQuery, vector: NDArray[np.float32], now: datetime, *, limit: int) -> Found:
        if asked.mode is SearchMode.RELEVANCE:
            wanted = limit if asked.rank is Rank.MEMORY else asked.limit
            return self._candidates.arms.dense(asked, vector, limit=wanted)
        if asked.mode is SearchMode.FULLTEXT:
            return self._candidates.arms.fulltext(asked, limit=limit)
        reason = _ASKED if asked.mode is SearchMode.HYBRID else ""
        if asked.mode is SearchMode.AUTO:
            reason = self._why_not_walk(asked)
        if reason:
            gathered = self._candidates.gather(asked, vector, limit=limit)
            return self._hybrid(asked, gathered, limit=limit, reason=reason)
        gathered, question = self._gather_and_read(asked, vector, now, limit=limit)
        return self._walk_or_hybrid(asked, question, gathered, now, limit=limit)

    def _gather_and_read(
        self, asked: SearchQuery, vector: NDArray[np.float32], now: datetime, *, limit: int
    ) -> tuple[Gathered, ReadQuestion]:
        """Ask the arms, and read what the question names beside it."""
        with ThreadPoolExecutor(1) as pool:
            reading = pool.submit(self._ppr.read, asked, vector, now)
            gathered = self._candidates.gather(asked, vector, limit=limit)
            return gathered, reading.result()

    def _walk_or_hybrid(
        self, asked: SearchQuery, question: ReadQuestion, gathered: Gathered, now: datetime, *, limit: int
    ) -> Found:
        try:
            walked = self._walk(asked, question, gathered, now, limit=limit)
        except ProjectionError as error:
            if asked.mode is SearchMode.PPR:
                raise
            return self._hybrid(asked, gathered, limit=limit, reason=f"auto: hybrid instead of ppr: {error.message}")
        if not walked.scores:
            return self._hybrid(asked, gathered, limit=limit, reason=f"hybrid instead of ppr: {walked.reason}")
        return walked.because(_why_so(question)) if asked.mode is SearchMode.AUTO else walked

    def _why_not_walk(self, asked: SearchQuery) -> str:
        """Reason for which ``auto`` does not use Personalized PageRank; empty when it does."""
        entities = self._store.entities.count(asked.namespace, most=_FEW_ENTITIES + 1)
        few = f"auto: the namespace has {entities} entities, too few to walk"
        return few if entities <= _FEW_ENTITIES else ""

    def _hybrid(self, asked: SearchQuery, gathered: Gathered, *, limit: int, reason: str) -> Found:
        found = self._candidates.blend(asked, gathered, limit=limit)
        return found.because("; ".join(part for part in (reason, found.reason) if part))

    def _walk(
        self, asked: SearchQuery, question: ReadQuestion, gathered: Gathered, now: datetime, *, limit: int
    ) -> Found:
        found = self._candidates.blend(asked, gathered, limit=limit, facts=question.facts, sure=question.sure)
        wanted = limit if asked.rank is Rank.MEMORY else asked.limit
        answer = self._ppr.rank(asked, question, found.scores, limit=wanted, now=now)
        best = max(answer.scores.values(), default=1.0)
        return Found(
            mode=SearchMode.PPR,
            reason=answer.reason or "ppr was asked for",
            scores={key: score / best for key, score in answer.scores.items()},
            parts={key: {"ppr": score, **found.parts.get(key, {})} for key, score in answer.scores.items()},
            arms={key: ("ppr", *found.arms.get(key, ())) for key in answer.scores},
            seeds=answer.seeds,
            dense=found.dense,
        )


def _why_so(question: ReadQuestion) -> str:
    """What led: the graph from what the question names, or meaning and words, spread over the graph."""
    shown = ", ".join(repr(entity.name) for entity in question.named[:3] if entity.score >= _NAMES_IT)
    sure = f"certainty {question.sure:.2f}"
    if question.sure >= _LEADS and shown:
        return f"auto: ppr led by what the question names, {shown} ({sure})"
    if shown:
        return f"auto: ppr led by meaning and words, since what the question names, {shown}, is common ({sure})"
    return f"auto: ppr led by meaning and words, since the question names nothing of the graph surely ({sure})"


def _placed(model: type[_Asked], queries: Sequence[object], options: Mapping[str, Any]) -> list[_Asked]:
    """Check the options by themselves, then with each query, whose place is named if it breaks a rule."""
    validated(model, {**options, "query": "any"})
    every: list[_Asked] = []
    for place, query in enumerate(queries):
        try:
            every.append(validated(model, {**options, "query": query}))
        except InvalidInputError as error:
            raise InvalidInputError(f"queries.{place}", error.rule) from None
    return every


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
