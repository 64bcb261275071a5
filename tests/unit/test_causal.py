"""Scores of paths over causes."""

from __future__ import annotations

import itertools
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memgraph_svc.scoring.causal import DAMPING, best_paths, longest_paths

OUTAGE = {
    "502": {"probe fails": 0.9},
    "probe fails": {"conntrack full": 0.9},
    "conntrack full": {"forwarder": 0.8, "release": 0.5},
}


def test_the_known_vector() -> None:
    found = best_paths(OUTAGE, "502", hops=3)
    score, path = found["forwarder"]
    assert score == pytest.approx(0.9 * 0.9 * 0.8 * 0.8**3) == pytest.approx(0.3318, abs=5e-5)
    assert path == ("probe fails", "conntrack full", "forwarder")
    assert list(found) == ["probe fails", "conntrack full", "forwarder", "release"]
    assert set(best_paths(OUTAGE, "502", hops=2)) == {"probe fails", "conntrack full"}
    assert best_paths(OUTAGE, "release", hops=3) == {}


def test_a_cause_takes_its_best_path_even_if_that_is_longer() -> None:
    causes = {"a": {"b": 1.0, "d": 0.5}, "b": {"d": 1.0}, "d": {"e": 1.0}}
    found = best_paths(causes, "a", hops=2)
    assert found["d"] == (pytest.approx(0.64), ("b", "d"))
    assert found["e"] == (pytest.approx(0.5 * 0.64), ("d", "e"))  # two hops do not reach it over the better path
    assert best_paths(causes, "a", hops=3)["e"] == (pytest.approx(0.512), ("b", "d", "e"))


def test_of_equal_paths_the_shorter_and_then_the_first_counts() -> None:
    causes = {"a": {"c": 1.0, "b": 1.0, "d": DAMPING}, "b": {"d": 1.0}, "c": {"d": 1.0}}
    assert best_paths(causes, "a", hops=3)["d"][1] == ("d",)
    assert best_paths({**causes, "a": {"c": 1.0, "b": 1.0}}, "a", hops=3)["d"][1] == ("b", "d")


def test_circles_end() -> None:
    causes = {"a": {"b": 1.0}, "b": {"a": 1.0, "c": 1.0}, "c": {"b": 1.0}}
    found = best_paths(causes, "a", hops=10)
    assert {cause: path for cause, (_, path) in found.items()} == {"b": ("b",), "c": ("b", "c")}


def test_beginnings_of_other_paths_are_left_out() -> None:
    paths = [(0.8, ("b",)), (0.7, ("b", "c")), (0.6, ("d",)), (0.5, ("b", "c", "e"))]
    assert longest_paths(paths) == paths[2:]
    assert longest_paths([]) == []


_NODES = "abcdef"
_GRAPHS = st.dictionaries(
    st.sampled_from(_NODES), st.dictionaries(st.sampled_from(_NODES), st.sampled_from([0.25, 0.5, 1.0])), max_size=6
)


@given(_GRAPHS, st.integers(1, 5))
def test_it_finds_what_trying_every_path_finds(causes: dict[str, dict[str, float]], hops: int) -> None:
    every: dict[str, float] = {}
    for length in range(1, hops + 1):
        for path in itertools.permutations(_NODES.replace("a", ""), length):
            edges = list(itertools.pairwise(("a", *path)))
            if all(cause in causes.get(effect, {}) for effect, cause in edges):
                score = math.prod(causes[effect][cause] * DAMPING for effect, cause in edges)
                every[path[-1]] = max(score, every.get(path[-1], 0.0))
    found = best_paths(causes, "a", hops=hops)
    assert {cause: score for cause, (score, _) in found.items()} == pytest.approx(every)
    for cause, (_, path) in found.items():
        assert path[-1] == cause
        assert len(set(path)) == len(path) <= hops
