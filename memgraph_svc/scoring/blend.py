"""Episodes that a question leads to before the graph is asked: by meaning, by words, by facts, by who speaks and where.

Source: benchmarks, sections 2-5; the weights were chosen on the development questions of all sets together.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from memgraph_svc.scoring.fusion import min_max

if TYPE_CHECKING:
    from collections.abc import Mapping
    from collections.abc import Set as AbstractSet

    from memgraph_svc.settings import BlendConfig

__all__ = ["between", "blend", "certainty"]


def certainty(scores: Mapping[str, float], passages: Mapping[str, float]) -> float:
    """How surely a question names something specific, 0..1: the sum of link score / passages, 1 at most.

    Args:
        scores: Entity to the score of its link to the question, 0..1.
        passages: Entity to the number of passages that mention it (node specificity, HippoRAG section 2.2).
    """
    return min(1.0, math.fsum(score / max(passages.get(key, 0.0), 1.0) for key, score in scores.items()))


def between(unsure: float, certain: float, sure: float) -> float:
    """Setting for a certainty of 0..1, from those for 0 and for 1."""
    return unsure + (certain - unsure) * sure


def blend(
    dense: Mapping[str, float],
    words: Mapping[str, float],
    *,
    weights: BlendConfig,
    sure: float = 0.0,
    facts: Mapping[str, float] | None = None,
    spoken: AbstractSet[str] = frozenset(),
    sessions: Mapping[str, str] | None = None,
) -> dict[str, float]:
    """Add up the signs of each episode that meaning or words found.

    Args:
        dense: Episode to cosine, of the nearest ones; min-max scaled.
        words: Episode to BM25, divided by the best.
        weights: What each sign counts.
        sure: Certainty that the question names something specific, 0..1.
        facts: Episode to the cosine of its nearest fact; min-max scaled, and only for what is found otherwise too.
        spoken: Episodes whose speaker the question names.
        sessions: Episode to session. One without is a session of its own, so that sessions change nothing where there
            are none.

    Returns:
        Episode to a score in 0..1, best first, equal ones by smaller id.
    """
    near, best = min_max(dense), min_max(words, 0.0)
    stated = min_max(facts or {})
    known = dict.fromkeys([*near, *best])
    word = between(weights.words, weights.words_named, sure)
    total = {
        key: near.get(key, 0.0)
        + word * best.get(key, 0.0)
        + weights.facts * stated.get(key, 0.0)
        + (weights.role if key in spoken else 0.0)
        for key in known
    }
    place = {key: (sessions or {}).get(key) for key in known}
    top: dict[str, float] = {}
    for key, session in place.items():
        if session is not None:
            top[session] = max(top.get(session, 0.0), total[key])
    most = (1.0 + word + weights.facts + weights.role) * (1.0 + weights.session)
    summed: dict[str, float] = {}
    for key, session in place.items():
        around = total[key] if session is None else top[session]
        summed[key] = (total[key] + weights.session * around) / most
    return dict(sorted(summed.items(), key=lambda item: (-item[1], item[0])))
