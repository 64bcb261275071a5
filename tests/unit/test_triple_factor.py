"""Recency, importance and relevance in one score."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from memgraph_svc.errors import InvalidInputError
from memgraph_svc.scoring.triple_factor import FactorWeights, recency, triple_factor

AGES, IMPORTANCE, COSINES = [0, 24, 240], [2, 8, 5], [0.2, 0.9, 0.5]
CANDIDATES = st.lists(st.tuples(st.floats(-50, 1e5), st.floats(1, 10), st.floats(-1, 1)), min_size=1, max_size=8)


def test_the_known_example() -> None:
    result = triple_factor(AGES, IMPORTANCE, COSINES, (1, 1, 1))
    np.testing.assert_allclose(result.scores, [0.3333, 0.946, 0.3095], atol=5e-5)
    np.testing.assert_allclose(result.raw.recency, [1, 0.995**24, 0.995**240])
    np.testing.assert_allclose(result.scaled.importance, [0, 1, 0.5])
    assert result.raw.relevance.tolist() == COSINES


def test_recency_halves_in_138_hours_and_knows_no_future() -> None:
    np.testing.assert_allclose(recency([0, 138.28, -5, np.inf]), [1, 0.5, 1, 0], atol=1e-4)
    with pytest.raises(InvalidInputError):
        recency([np.nan])


def test_of_two_equal_notes_the_later_accessed_one_wins() -> None:
    assert triple_factor([30, 3], [5, 5], [0.6, 0.6]).scores.argmax() == 1
    assert triple_factor([30, 3], [5, 5], [0.6, 0.6], combine="product").scores.argmax() == 1


def test_flat_factors_count_as_one_half() -> None:
    assert triple_factor([7], [9], [0.3]).scores.tolist() == [0.5]
    result = triple_factor([0, 1, 1.5], [5, 5, 5], [0.500, 0.509, 0.5])
    assert result.scores.tolist() == [0.5] * 3
    assert triple_factor([0, 0], [5, 5], [0.5, 0.511]).scaled.relevance.tolist() == [0, 1]


def test_the_product_does_not_depend_on_the_other_candidates() -> None:
    together = triple_factor(AGES, IMPORTANCE, COSINES, (1, 2, 0.5), "product").scores
    rows = zip(AGES, IMPORTANCE, COSINES, strict=True)
    alone = [triple_factor([h], [i], [v], (1, 2, 0.5), "product").scores[0] for h, i, v in rows]
    np.testing.assert_allclose(together, alone)
    np.testing.assert_allclose(together[1], 0.995**24 * 0.8**2 * 0.95**0.5)


@given(CANDIDATES, st.tuples(st.floats(0, 9), st.floats(0, 9), st.floats(0.1, 9)), st.sampled_from(["sum", "product"]))
def test_scores_are_in_0_to_1(
    rows: list[tuple[float, float, float]], weights: tuple[float, float, float], combine: str
) -> None:
    hours, importance, relevance = zip(*rows, strict=True)
    scores = triple_factor(hours, importance, relevance, FactorWeights(*weights), combine).scores
    assert scores.shape == (len(rows),)
    assert ((scores >= 0) & (scores <= 1 + 1e-12)).all()


@given(CANDIDATES)
def test_only_the_ratio_of_the_weights_counts_in_a_mean(rows: list[tuple[float, float, float]]) -> None:
    columns = [list(column) for column in zip(*rows, strict=True)]
    once = triple_factor(columns[0], columns[1], columns[2], (1, 2, 3)).scores
    np.testing.assert_allclose(triple_factor(columns[0], columns[1], columns[2], (3, 6, 9)).scores, once)


def test_what_is_missing_has_a_value() -> None:
    result = triple_factor([1, 1, 1], [np.nan, 99, -3], [0.4, np.nan, 0.9])
    assert result.raw.importance.tolist() == [5, 10, 1]
    assert result.raw.relevance.tolist() == [0.4, 0.4, 0.9]
    assert triple_factor([1], [5], [np.nan]).raw.relevance.tolist() == [0]


def test_no_candidates_no_scores() -> None:
    for combine in ("sum", "product"):
        assert triple_factor([], [], [], combine=combine).scores.shape == (0,)


@pytest.mark.parametrize(
    ("hours", "weights", "combine"),
    [
        ([1, 2], (1, 1, 1), "sum"),
        ([1], (0, 0, 0), "sum"),
        ([1], (1, -1, 1), "sum"),
        ([1], (1, np.nan, 1), "product"),
        ([1], (1, 1, 1), "mean"),
    ],
)
def test_wrong_use_is_refused(hours: list[float], weights: tuple[float, float, float], combine: str) -> None:
    with pytest.raises(InvalidInputError):
        triple_factor(hours, [5], [0.5], weights, combine)
