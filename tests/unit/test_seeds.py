"""What Personalised PageRank starts from."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memgraph_svc.errors import InvalidInputError
from memgraph_svc.scoring.seeds import combine_seeds, entity_seeds, fact_seeds, passage_seeds, seed_vector


def test_an_entity_weighs_its_link_over_its_passages() -> None:
    links = {"rare": 0.9, "common": 0.9, "unseen": 0.5, "none": 0.5, "against": -0.2, "odd": math.nan, "zero": 0.0}
    passages = {"rare": 1, "common": 3, "none": 0, "against": 1}
    assert entity_seeds(links, passages) == pytest.approx({"rare": 0.9, "common": 0.3, "unseen": 0.5, "none": 0.5})


def test_facts_seed_both_their_ends_by_their_mean() -> None:
    seeds = fact_seeds(
        [1.0, 0.5, 0.0, 0.75],
        ["ada", "ada", "far", "engine"],
        ["engine", "byron", "off", "loom"],
        {"engine": 2, "byron": 4},
        facts=3,
    )
    assert seeds == pytest.approx({"ada": (1 + 0.5) / 2, "engine": (1 + 0.75) / 2 / 2, "loom": 0.75, "byron": 0.5 / 4})
    assert list(seeds) == ["ada", "loom", "engine", "byron"]


def test_the_best_entities_are_kept_and_ties_go_by_id() -> None:
    seeds = fact_seeds([0.9, 0.9, 0.1], ["d", "b", "x"], ["c", "a", "y"], {}, keep=3)
    assert seeds == {"a": 1, "b": 1, "c": 1}
    assert fact_seeds([0.9], ["a"], ["b"], {}, keep=0) == {}
    assert fact_seeds([0.9], ["a"], ["b"], {}, facts=0) == {}


def test_a_fact_about_itself_counts_once_and_a_bad_score_not_at_all() -> None:
    assert fact_seeds([0.9, math.nan, 0.2], ["a", "b", "c"], ["a", "b", "d"], {}) == {"a": 1.0}


def test_one_fact_seeds_fully() -> None:
    assert fact_seeds([0.1], ["a"], ["b"], {"b": 2}) == {"a": 1.0, "b": 0.5}
    assert fact_seeds([], [], [], {}) == {}


def test_passages_seed_lightly() -> None:
    assert passage_seeds({"p": 0.8, "q": 0.6, "r": 0.4}, 0.05) == pytest.approx({"p": 0.05, "q": 0.025})
    assert passage_seeds({"p": 0.8, "q": math.nan}, 0.3) == {"p": 0.3}
    assert passage_seeds({"p": 0.8}, 0.0) == {}
    assert passage_seeds({"p": 0.8, "q": 0.6, "r": 0.4}, 2.0, power=3.0) == pytest.approx({"p": 2.0, "q": 0.25})
    assert passage_seeds({}, 1.0) == {}


def test_seeds_of_one_node_add_up() -> None:
    assert combine_seeds({"a": 0.5, "b": 0.1}, {"c": 0.2, "a": 0.25}) == {"a": 0.75, "b": 0.1, "c": 0.2}
    assert combine_seeds({"a": -1, "b": math.nan, "c": 0, "d": math.inf}) == {}
    assert combine_seeds() == {}


def test_seeds_lie_where_their_nodes_are() -> None:
    assert seed_vector({"b": 2.0, "elsewhere": 1.0}, ["a", "b"]).tolist() == [0.0, 2.0]


@given(
    st.lists(st.tuples(st.floats(), st.sampled_from("abcd"), st.sampled_from("abcd")), max_size=8),
    st.dictionaries(st.sampled_from("abcd"), st.integers(-1, 9)),
)
def test_every_seed_is_a_finite_number_above_0(facts: list[tuple[float, str, str]], passages: dict[str, int]) -> None:
    scores, subjects, objects = ([row[i] for row in facts] for i in range(3))
    found = fact_seeds(scores, subjects, objects, passages)  # type: ignore[arg-type]
    found |= entity_seeds(dict(zip(subjects, scores, strict=True)), passages)  # type: ignore[arg-type]
    assert all(weight > 0 and math.isfinite(weight) for weight in found.values())


def test_lists_of_different_lengths_are_refused() -> None:
    with pytest.raises(InvalidInputError):
        fact_seeds([0.5], ["a", "b"], ["c"], {})
