"""Personalised PageRank against the solution of its equation."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from memgraph_svc.errors import InvalidInputError
from memgraph_svc.scoring.ppr import gds_equivalent, personalized_pagerank

Graph = tuple[int, NDArray[np.int64], NDArray[np.float64], NDArray[np.float64]]
PATH = [(0, 1), (1, 2)]


def random_graph(seed: int) -> Graph:
    """Nodes, edges with parallel ones and loops, weights, and seeds of which some are 0; some nodes stay alone."""
    rng = np.random.default_rng(seed)
    n = int(rng.integers(2, 12))
    m = int(rng.integers(0, 20))
    seeds = rng.random(n) * (rng.random(n) < 0.5)
    seeds[rng.integers(0, n)] = 1.0
    return n, rng.integers(0, n, (m, 2)), rng.random(m) + 0.05, seeds


def transitions(
    n: int, edges: NDArray[np.int64], weights: NDArray[np.float64], *, undirected: bool
) -> NDArray[np.float64]:
    matrix = np.zeros((n, n))
    for (a, b), weight in zip(edges, weights, strict=True):
        matrix[a, b] += weight
        if undirected:
            matrix[b, a] += weight
    total = matrix.sum(axis=1, keepdims=True)
    return np.divide(matrix, total, out=np.zeros_like(matrix), where=total > 0)


def solved(graph: Graph, damping: float, *, undirected: bool) -> NDArray[np.float64]:
    n, edges, weights, seeds = graph
    restart = seeds / seeds.sum()
    steps = transitions(n, edges, weights, undirected=undirected)
    steps[steps.sum(axis=1) == 0] = restart
    return np.linalg.solve(np.eye(n) - damping * steps.T, (1 - damping) * restart)


def test_the_known_path() -> None:
    scores = personalized_pagerank(PATH, [1, 1], [1, 0, 0], 0.5)
    np.testing.assert_allclose(scores, [7 / 12, 1 / 3, 1 / 12], atol=1e-9)
    assert scores.dtype == np.float64


@given(st.integers(0, 100_000), st.sampled_from([0.0, 0.1, 0.5, 0.85]), st.booleans())
def test_the_equation_holds(seed: int, damping: float, undirected: bool) -> None:
    graph = random_graph(seed)
    n, edges, weights, seeds = graph
    scores = personalized_pagerank(
        edges, weights, seeds, damping, iterations=500, tolerance=1e-13, undirected=undirected
    )
    np.testing.assert_allclose(scores, solved(graph, damping, undirected=undirected), atol=1e-10)
    assert scores.sum() == pytest.approx(1.0)
    assert scores.shape == (n,)


def test_only_ratios_of_seeds_and_of_weights_count() -> None:
    once = personalized_pagerank(PATH, [1, 2], [1, 0, 3])
    np.testing.assert_allclose(personalized_pagerank(PATH, [10, 20], [7, -5, 21]), once)
    np.testing.assert_allclose(personalized_pagerank([*PATH, (2, 1)], [1, 1, 1], [1, np.nan, 3]), once)


def test_nothing_is_scored_that_no_seed_reaches() -> None:
    scores = personalized_pagerank([(0, 1), (2, 3)], [1, 1], [1, 0, 0, 0, 0])
    assert (scores[2:] == 0).all()
    assert personalized_pagerank([(0, 1)], [1], [0, 0, 2]).tolist() == [0, 0, 1]


@pytest.mark.parametrize("seeds", [[0, 0, 0], [-1, np.nan, 0]])
def test_no_seed_gives_no_scores_and_never_a_global_rank(seeds: list[float]) -> None:
    assert personalized_pagerank(PATH, [1, 1], seeds).tolist() == [0, 0, 0]
    assert gds_equivalent(PATH, [1, 1], seeds).tolist() == [0, 0, 0]


def test_an_empty_graph() -> None:
    assert personalized_pagerank([], [], []).shape == (0,)
    assert personalized_pagerank([], [], [1, 1]).tolist() == [0.5, 0.5]
    assert gds_equivalent([], [], [2.0]).tolist() == [1.0]


@given(st.integers(0, 100_000), st.integers(1, 30), st.sampled_from([0.5, 0.85]), st.booleans())
def test_the_servers_rounds_are_terms_of_a_series(seed: int, rounds: int, damping: float, undirected: bool) -> None:
    n, edges, weights, seeds = random_graph(seed)
    steps = damping * transitions(n, edges, weights, undirected=undirected).T
    term = (1 - damping) * seeds
    expected = term.copy()
    for _ in range(rounds - 1):
        term = steps @ term
        expected += term
    scores = gds_equivalent(edges, weights, seeds, damping, iterations=rounds, tolerance=0, undirected=undirected)
    np.testing.assert_allclose(scores, expected, atol=1e-12)


@given(st.integers(0, 100_000))
def test_without_dead_ends_the_server_is_the_reference_after_scaling(seed: int) -> None:
    n, edges, weights, seeds = random_graph(seed)
    ring = np.stack([np.arange(n), (np.arange(n) + 1) % n], axis=1)
    edges, weights = np.concatenate([edges, ring]), np.concatenate([weights, np.ones(n)])
    scores = gds_equivalent(edges, weights, seeds, 0.5, iterations=60, tolerance=0)
    exact = personalized_pagerank(edges, weights, seeds, 0.5)
    np.testing.assert_allclose(scores / scores.sum(), exact, atol=1e-8)
    assert scores.sum() == pytest.approx(seeds.sum())


def test_the_server_keeps_small_gains_but_does_not_spread_them() -> None:
    scores = gds_equivalent(PATH, [1, 1], [1, 0, 0], 0.5, iterations=20, tolerance=0.2)
    assert scores.tolist() == [0.5 + 0.0625, 0.25, 0.0625]
    assert gds_equivalent([(0, 1)], [1], [0, 0, 4], 0.5).tolist() == [0, 0, 2]


@pytest.mark.parametrize(
    ("edges", "weights", "seeds", "options"),
    [
        ([(0, 3)], [1], [1, 0], {}),
        ([(0, -1)], [1], [1, 0], {}),
        ([(0, 1)], [1, 2], [1, 0], {}),
        ([(0, 1)], [-1], [1, 0], {}),
        ([(0, 1)], [np.nan], [1, 0], {}),
        ([(0, 1)], [1], [[1, 0]], {}),
        ([(0, 1)], [1], [np.inf, 0], {}),
        ([(0, 1)], [1], [1, 0], {"damping": 1.0}),
        ([(0, 1)], [1], [1, 0], {"iterations": 0}),
        ([(0, 1)], [1], [1, 0], {"tolerance": np.nan}),
    ],
)
def test_wrong_use_is_refused(edges: object, weights: object, seeds: object, options: dict[str, float]) -> None:
    for rank in (personalized_pagerank, gds_equivalent):
        with pytest.raises(InvalidInputError):
            rank(edges, weights, seeds, **options)  # type: ignore[arg-type]
