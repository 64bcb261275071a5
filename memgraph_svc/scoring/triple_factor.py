"""Recency, importance and relevance in one score.

Source: Generative Agents, section 4.1, with the changes that the design's ranking rule makes: a weighted mean instead
of a sum, so that scores stay in 0..1, and a flat factor counts as 0.5.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from memgraph_svc.errors import InvalidInputError

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

__all__ = ["FactorWeights", "Factors", "TripleScores", "recency", "triple_factor"]

_DECAY_PER_HOUR: Final = 0.995
_FLAT_RANGE: Final = 0.01
_FLAT: Final = 0.5
_DEFAULT_IMPORTANCE: Final = 5.0
_HIGHEST_IMPORTANCE: Final = 10.0


class FactorWeights(NamedTuple):
    """Weights, 0 or more; only their ratio counts in a mean, each is an exponent in a product."""

    recency: float = 1.0
    importance: float = 1.0
    relevance: float = 1.0


class Factors(NamedTuple):
    """One value per candidate and factor, each (n,) float64."""

    recency: NDArray[np.float64]
    importance: NDArray[np.float64]
    relevance: NDArray[np.float64]


class TripleScores(NamedTuple):
    """Scores of n candidates and what they are made of."""

    scores: NDArray[np.float64]
    """(n,) in 0..1, higher is better."""
    raw: Factors
    """Recency in 0..1, importance in 1..10, relevance as given."""
    scaled: Factors
    """What was combined, each in 0..1: min-max scaled in a sum, unscaled shares in a product."""


def recency(hours: ArrayLike) -> NDArray[np.float64]:
    """Return 0.995 to the power of the hours since the last access; half after 138.3 hours.

    Args:
        hours: (n,) or a number; below 0 (a clock that is ahead) counts as 0.

    Raises:
        InvalidInputError: An age is not a number.
    """
    ages = np.asarray(hours, dtype=np.float64)
    if np.isnan(ages).any():
        raise InvalidInputError("hours", "must be numbers")
    return np.power(_DECAY_PER_HOUR, np.maximum(ages, 0.0))


def triple_factor(
    hours: ArrayLike,
    importance: ArrayLike,
    relevance: ArrayLike,
    weights: FactorWeights | tuple[float, float, float] = (1.0, 1.0, 1.0),
    combine: str = "sum",
) -> TripleScores:
    """Score the candidates of one search against each other.

    Args:
        hours: (n,) since the last access.
        importance: (n,) in 1..10; NaN (none given) counts as 5.
        relevance: (n,) cosine, or the mode's own score; NaN (none) counts as the lowest of the others, or 0.
        weights: Of recency, importance and relevance.
        combine: ``sum``, the weighted mean of factors that are min-max scaled over the candidates (a factor that ranges
            over less than 0.01 becomes 0.5 for all), or ``product``, R**wr * (I/10)**wi * ((1+V)/2)**wv, which does not
            depend on the other candidates.

    Raises:
        InvalidInputError: Shapes differ, a weight is negative or not finite, a sum has no weight above 0, or
            ``combine`` is none of the two.
    """
    raw = Factors(recency(hours), _important(importance), _relevant(relevance))
    if raw.recency.ndim != 1 or len({factor.shape for factor in raw}) != 1:
        raise InvalidInputError("factors", "must be three lists of one length")
    weighed = np.asarray(weights, dtype=np.float64)
    if weighed.shape != (len(raw),) or not np.isfinite(weighed).all() or (weighed < 0).any():
        raise InvalidInputError("weights", "must be three finite numbers, 0 or more")
    if combine == "product":
        shares = Factors(raw.recency, raw.importance / _HIGHEST_IMPORTANCE, np.clip((1 + raw.relevance) / 2, 0.0, 1.0))
        return TripleScores(np.prod(np.power(np.stack(shares), weighed[:, None]), axis=0), raw, shares)
    if combine != "sum":
        raise InvalidInputError("combine", "must be sum or product")
    if not weighed.any():
        raise InvalidInputError("weights", "must not all be 0", hint="give at least relevance a weight")
    scaled = Factors(*map(_scaled, raw))
    return TripleScores(weighed / weighed.sum() @ np.stack(scaled), raw, scaled)


def _important(importance: ArrayLike) -> NDArray[np.float64]:
    given = np.asarray(importance, dtype=np.float64)
    return np.clip(np.where(np.isnan(given), _DEFAULT_IMPORTANCE, given), 1.0, _HIGHEST_IMPORTANCE)


def _relevant(relevance: ArrayLike) -> NDArray[np.float64]:
    given = np.asarray(relevance, dtype=np.float64)
    known = given[np.isfinite(given)]
    return np.where(np.isfinite(given), given, known.min() if known.size else 0.0)


def _scaled(values: NDArray[np.float64]) -> NDArray[np.float64]:
    if not values.size:
        return values
    low, high = values.min(), values.max()
    return np.full_like(values, _FLAT) if high - low < _FLAT_RANGE else (values - low) / (high - low)
