"""What Personalised PageRank starts from.

Source: HippoRAG, section 2.3 (node specificity) and HippoRAG 2, section 3 (facts and passages as seeds); benchmarks,
method names: *NER-to-entity* = entity and passage seeds, *h2* = fact and passage seeds, *facts and NER* = all three.
All seeds map an id to a weight above 0; no seed is an empty mapping.
"""

from __future__ import annotations

import math
from collections import defaultdict
from typing import TYPE_CHECKING

import numpy as np

from memgraph_svc.errors import InvalidInputError
from memgraph_svc.scoring.fusion import min_max

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

__all__ = ["combine_seeds", "entity_seeds", "fact_seeds", "passage_seeds", "seed_vector"]


def entity_seeds(link_scores: Mapping[str, float], passages_per_entity: Mapping[str, float]) -> dict[str, float]:
    """Weigh the entities that a question names: link score times node specificity.

    Args:
        link_scores: Entity to how surely the question means it; 0 or less and what is not finite is no seed.
        passages_per_entity: Entity to the number of passages that mention it; specificity is 1 over it, or 1 where
            none do.
    """
    return _positive({key: score * _specificity(key, passages_per_entity) for key, score in link_scores.items()})


def fact_seeds(
    fact_scores: Sequence[float],
    subject_ids: Sequence[str],
    object_ids: Sequence[str],
    passages_per_entity: Mapping[str, float],
    keep: int = 5,
    *,
    facts: int = 5,
    power: float = 1.0,
) -> dict[str, float]:
    """Weigh the two entities of each of the facts that are nearest to a question.

    A fact's score is min-max scaled over all facts given, so give more than the ``facts`` that seed: the worst one
    given counts nothing. An entity gets the mean over its seeding facts, times its node specificity.

    Args:
        fact_scores: n cosines to the question; what is not finite is left out.
        subject_ids: n entities.
        object_ids: n entities.
        passages_per_entity: As for ``entity_seeds``.
        keep: Entities kept, by weight, then smaller id.
        facts: Facts that seed, by score, then in the order given.
        power: Of the scaled score; above 1 the nearest facts stand out more from the rest.

    Raises:
        InvalidInputError: The three lists differ in length.
    """
    if not len(fact_scores) == len(subject_ids) == len(object_ids):
        raise InvalidInputError("fact_scores", "must be one per subject and per object")
    scaled = min_max({str(place): score for place, score in enumerate(fact_scores)})
    nearest = sorted(scaled, key=lambda place: (-scaled[place], int(place)))[: max(facts, 0)]
    shares: defaultdict[str, list[float]] = defaultdict(list)
    for place in nearest:
        for entity in {subject_ids[int(place)], object_ids[int(place)]}:
            shares[entity].append(scaled[place] ** power)
    weighed = _positive(
        {entity: math.fsum(s) / len(s) * _specificity(entity, passages_per_entity) for entity, s in shares.items()}
    )
    best = sorted(weighed, key=lambda entity: (-weighed[entity], entity))[: max(keep, 0)]
    return {entity: weighed[entity] for entity in best}


def passage_seeds(scores: Mapping[str, float], weight: float, *, power: float = 1.0) -> dict[str, float]:
    """Weigh passages by their likeness to the question: ``weight`` times a power of the min-max scaled score.

    Args:
        scores: Passage to cosine, or to a blend of several signs; the worst of several becomes no seed.
        weight: Of the best passage, beside entity seeds of at most 1; 0 gives no seed.
        power: Above 1 the best passages stand out more from the rest.
    """
    return _positive({key: weight * score**power for key, score in min_max(scores).items()})


def combine_seeds(*seeds: Mapping[str, float]) -> dict[str, float]:
    """Add up the weights of each node; order of first appearance. What is not a finite number above 0 is left out."""
    total: dict[str, float] = {}
    for part in seeds:
        for key, weight in _positive(part).items():
            total[key] = total.get(key, 0.0) + weight
    return total


def seed_vector(seeds: Mapping[str, float], node_ids: Sequence[str]) -> NDArray[np.float64]:
    """Lay seeds out over nodes, (n,) float64; seeds outside the nodes are left out."""
    return np.asarray([seeds.get(key, 0.0) for key in node_ids], dtype=np.float64)


def _specificity(entity: str, passages: Mapping[str, float]) -> float:
    mentioned = passages.get(entity, 0)
    return 1.0 / mentioned if mentioned > 1 else 1.0


def _positive(weights: Mapping[str, float]) -> dict[str, float]:
    return {key: weight for key, weight in weights.items() if weight > 0 and math.isfinite(weight)}
