"""Candidates of a question before the graph is asked: by meaning, by words, by facts, by who speaks and where."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from memgraph_svc.domain.query import SearchMode
from memgraph_svc.scoring.blend import between, blend
from memgraph_svc.scoring.english import words as split_words
from memgraph_svc.scoring.fusion import min_max
from memgraph_svc.services.arms import Arms, Found, Windows

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from memgraph_svc.domain.query import SearchQuery
    from memgraph_svc.repositories.facts import FactMatch
    from memgraph_svc.repositories.search import Turn
    from memgraph_svc.repositories.store import Store
    from memgraph_svc.settings import BlendConfig

__all__ = ["Candidates", "Gathered"]

_COMPARED: Final = 400
"""Episodes nearest in meaning; the last of them is the one whose cosine counts nothing."""


@dataclass(frozen=True, slots=True)
class Gathered:
    """What the arms give for a question, whatever is made of it."""

    dense: Found
    wide: Windows


class Candidates:
    """Asks the arms, and blends what they give into one ranked list."""

    def __init__(self, store: Store, weights: BlendConfig) -> None:
        self.arms = Arms(store)
        self._weights = weights

    def gather(self, asked: SearchQuery, vector: NDArray[np.float32], *, limit: int) -> Gathered:
        """Ask the arms, side by side.

        Args:
            asked: Question and filters.
            vector: (dimension,) unit vector of the question.
            limit: Most episodes of the words, and fewest of the meaning.
        """
        with ThreadPoolExecutor(1) as pool:
            looking = pool.submit(self.arms.words, asked)
            dense = self.arms.dense(asked, vector, limit=max(_COMPARED, limit))
            words = looking.result()
        wide = self.arms.windows(asked, words, dense.dense, share=self._weights.window, limit=limit)
        return Gathered(dense, wide)

    def blend(
        self,
        asked: SearchQuery,
        gathered: Gathered,
        *,
        limit: int,
        facts: Sequence[FactMatch] = (),
        sure: float = 0.0,
    ) -> Found:
        """Make one ranked list of what the arms gave.

        Args:
            asked: Question.
            gathered: What the arms gave for it.
            limit: Most episodes.
            facts: The facts nearest to the question; an episode that states one gains.
            sure: How surely the question names something specific, 0..1: the surer, the less its words count.
        """
        dense, words, turns = gathered.dense, gathered.wide.words, gathered.wide.turns
        scores = blend(
            dense.dense,
            words.raw("bm25"),
            weights=self._weights,
            sure=sure,
            facts=_stated(facts),
            spoken=_spoken(asked.query, turns),
            sessions={key: turn.session_id for key, turn in turns.items() if turn.session_id is not None},
        )
        kept = dict(list(scores.items())[:limit])
        near, word = min_max(dense.dense), between(self._weights.words, self._weights.words_named, sure)
        return Found(
            mode=SearchMode.HYBRID,
            reason=words.reason if words.cut else "",
            scores=kept,
            parts={key: {**dense.parts.get(key, {}), **words.parts.get(key, {})} for key in kept},
            arms={key: _arms(near.get(key), words.scores[key] * word if key in words.scores else None) for key in kept},
            dense=dense.dense,
        )


def _arms(near: float | None, word: float | None) -> tuple[str, ...]:
    """What found an episode, the one that counts most first."""
    shares = [(-share, name) for share, name in ((near, "relevance"), (word, "fulltext")) if share is not None]
    return tuple(name for _, name in sorted(shares, key=lambda pair: pair[0]))


def _stated(facts: Sequence[FactMatch]) -> dict[str, float]:
    """Episode to the cosine of the nearest fact that it states."""
    stated: dict[str, float] = {}
    for fact in facts:
        for source in fact.sources:
            stated[source] = max(stated.get(source, fact.cosine), fact.cosine)
    return stated


def _spoken(question: str, turns: Mapping[str, Turn]) -> set[str]:
    """Episodes whose speaker is named in the question."""
    asked = f" {' '.join(split_words(question))} "
    named = {
        role: f" {' '.join(split_words(role))} " in asked
        for role in {turn.role for turn in turns.values() if turn.role is not None}
        if split_words(role)
    }
    return {key for key, turn in turns.items() if turn.role is not None and named.get(turn.role, False)}
