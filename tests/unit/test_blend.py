"""Signs of an episode, added up."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memgraph_svc.scoring.blend import between, blend, certainty
from memgraph_svc.settings import BlendConfig

PLAIN = BlendConfig(words=1.0, words_named=0.5, facts=0.0, role=0.0, session=0.0)
SCORES = st.dictionaries(st.sampled_from("abcdef"), st.floats(-1, 1), max_size=6)


def test_a_question_is_surer_the_rarer_what_it_names() -> None:
    assert certainty({}, {}) == 0.0
    assert certainty({"ada": 1.0}, {"ada": 4}) == 0.25
    assert certainty({"ada": 1.0, "bob": 0.5}, {"ada": 4, "bob": 1}) == 0.75
    assert certainty({"ada": 1.0, "bob": 0.5}, {}) == 1.0
    assert certainty({"ada": 1.0}, {"ada": 0}) == 1.0


def test_words_count_less_where_something_specific_is_named() -> None:
    assert [between(1.0, 0.5, sure) for sure in (0.0, 0.5, 1.0)] == [1.0, 0.75, 0.5]
    dense, words = {"a": 0.9, "b": 0.5, "c": 0.1}, {"c": 8.0, "b": 4.0}
    assert list(blend(dense, words, weights=PLAIN)) == ["a", "b", "c"]
    assert blend(dense, words, weights=PLAIN) == pytest.approx({"a": 0.5, "b": 0.5, "c": 0.5})
    assert blend(dense, words, weights=PLAIN, sure=1.0) == pytest.approx({"a": 1 / 1.5, "b": 0.5, "c": 0.5 / 1.5})


def test_each_sign_lifts_what_bears_it() -> None:
    dense = {"a": 0.9, "b": 0.5, "c": 0.1}
    facts = blend(dense, {}, weights=BlendConfig(facts=2.0), facts={"c": 0.8, "b": 0.2, "elsewhere": 0.9, "d": 0.1})
    assert next(iter(facts)) == "c"
    assert facts.keys() == dense.keys()
    assert next(iter(blend(dense, {}, weights=BlendConfig(role=2.0), spoken={"c"}))) == "c"
    where = {"a": "one", "c": "one", "b": "two"}
    assert list(blend(dense, {}, weights=BlendConfig(session=2.0), sessions=where)) == ["a", "c", "b"]


def test_without_sessions_nothing_is_reordered_by_them() -> None:
    dense, words = {"a": 0.9, "b": 0.5, "c": 0.1}, {"c": 8.0, "b": 2.0}
    with_weight = blend(dense, words, weights=BlendConfig(session=0.9))
    assert list(with_weight) == list(blend(dense, words, weights=BlendConfig(session=0.0)))


@given(dense=SCORES, words=SCORES, sure=st.floats(0, 1), spoken=st.sets(st.sampled_from("abcdef")))
def test_scores_lie_in_0_to_1_best_first(
    dense: dict[str, float], words: dict[str, float], sure: float, spoken: set[str]
) -> None:
    scores = blend(dense, words, weights=BlendConfig(), sure=sure, spoken=spoken, sessions=dict.fromkeys("abc", "s"))
    assert scores.keys() == dense.keys() | words.keys()
    assert all(0 <= score <= 1 for score in scores.values())
    assert list(scores.values()) == sorted(scores.values(), reverse=True)
