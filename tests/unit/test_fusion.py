"""Several arms as one list."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memgraph_svc.errors import InvalidInputError
from memgraph_svc.scoring.fusion import fuse, hybrid, min_max, reciprocal_rank_fusion, union_standard_first

ARM = st.dictionaries(st.sampled_from("abcdefg"), st.floats(-1e6, 1e6) | st.just(math.nan), max_size=7)


def test_min_max_takes_the_range_of_what_is_there() -> None:
    assert min_max({"a": 2, "b": 4, "c": 3}) == {"a": 0, "b": 1, "c": 0.5}
    assert min_max({"a": 2, "b": 4, "c": -1}, floor=0) == {"a": 0.5, "b": 1, "c": 0}
    assert min_max({}) == {}
    assert min_max({"a": math.nan, "b": math.inf}) == {}


def test_equal_scores_are_all_the_best_unless_at_the_floor() -> None:
    assert min_max({"a": 0.3, "b": 0.3}) == {"a": 1, "b": 1}
    assert min_max({"a": 0.3}, floor=0) == {"a": 1}
    assert min_max({"a": 0, "b": 0}, floor=0) == {"a": 0, "b": 0}


def test_a_sum_of_scaled_arms_where_missing_is_0() -> None:
    fused = fuse([{"a": 0.9, "b": 0.7, "c": 0.5}, {"c": 12, "d": 2, "b": 7}])
    assert [(hit.id, hit.score, hit.arms) for hit in fused] == [
        ("a", 0.5, (0,)),
        ("b", 0.5, (0, 1)),
        ("c", 0.5, (1, 0)),
        ("d", 0.0, (1,)),
    ]


def test_weights_decide() -> None:
    arms = [{"a": 1.0, "b": 0.0}, {"a": 0.0, "b": 1.0}]
    assert [hit.id for hit in fuse(arms, [1, 3])] == ["b", "a"]
    assert [hit.score for hit in fuse(arms, [1, 3])] == [0.75, 0.25]
    assert [hit.score for hit in fuse(arms, [0, 0])] == [0, 0]


def test_ties_go_by_id_or_first_by_arm() -> None:
    arms = [{"z": 1.0, "y": 1.0}, {"a": 5.0, "y": 5.0}]
    assert [hit.id for hit in fuse(arms)] == ["y", "a", "z"]
    assert [hit.id for hit in fuse(arms, ties_by_arm=True)] == ["y", "z", "a"]
    assert [hit.id for hit in reciprocal_rank_fusion([{"z": 1.0}, {"a": 1.0}], ties_by_arm=True)] == ["z", "a"]


def test_a_hybrid_counts_words_from_no_word_in_common() -> None:
    fused = {hit.id: hit.score for hit in hybrid({"a": 0.8, "b": 0.6, "c": 0.4}, {"b": 4.0, "c": 3.0})}
    assert fused == {"a": 0.5, "b": 0.75, "c": 0.375}
    assert [hit.id for hit in hybrid({}, {"b": 4.0})] == ["b"]
    assert hybrid({}, {}) == []


def test_reciprocal_ranks() -> None:
    fused = reciprocal_rank_fusion([{"a": 9, "b": 8, "x": math.nan}, {"b": 0.9, "c": 0.1}])
    assert [hit.id for hit in fused] == ["b", "a", "c"]
    assert fused[0].score == pytest.approx((61 / 62 + 1) / 2)
    assert reciprocal_rank_fusion([{"a": 2}, {"a": 7}])[0].score == 1.0


def test_a_union_keeps_the_standard_order_first() -> None:
    assert union_standard_first(["c", "a", "c"], ["b", "a", "d"]) == ["c", "a", "b", "d"]
    assert union_standard_first([], ["b"]) == ["b"]


@given(st.lists(ARM, max_size=4), st.booleans())
def test_scores_are_in_0_to_1_in_a_total_order(arms: list[dict[str, float]], by_arm: bool) -> None:
    reordered = [dict(reversed(arm.items())) for arm in arms]
    for fusion in (fuse, reciprocal_rank_fusion):
        fused = fusion(arms, ties_by_arm=by_arm)
        assert fusion(reordered, ties_by_arm=by_arm) == fused
        assert {hit.id for hit in fused} == {key for arm in arms for key, score in arm.items() if math.isfinite(score)}
        assert all(0 <= hit.score <= 1 for hit in fused)
        assert [hit.score for hit in fused] == sorted((hit.score for hit in fused), reverse=True)


@pytest.mark.parametrize("weights", [[1.0], [1.0, -1.0], [1.0, math.nan]])
def test_weights_that_do_not_fit_are_refused(weights: list[float]) -> None:
    with pytest.raises(InvalidInputError):
        fuse([{"a": 1}, {"b": 1}], weights)
    with pytest.raises(InvalidInputError):
        reciprocal_rank_fusion([{"a": 1}, {"b": 1}], weights)


def test_other_wrong_use_is_refused() -> None:
    with pytest.raises(InvalidInputError):
        fuse([{"a": 1}], floors=[])
    with pytest.raises(InvalidInputError):
        reciprocal_rank_fusion([{"a": 1}], k=-1)
