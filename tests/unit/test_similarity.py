"""Cosines, the link rule against a literal reading of it, and picking the best."""

from __future__ import annotations

from time import perf_counter
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from memgraph_svc.errors import InvalidInputError
from memgraph_svc.scoring.similarity import cosine_matrix, iterate_near, pairs_by_link_rule, to_cosine, top_k

Vectors = NDArray[np.float32]


def by_definition(ids: list[str], vectors: Vectors, k: int, threshold: float) -> list[tuple[int, int]]:
    n = len(ids)
    cosines = np.zeros((n, n))
    for i in range(n):
        for j in range(n):
            a, b = vectors[i].astype(float), vectors[j].astype(float)
            cosines[i, j] = (a * b).sum() / (np.sqrt((a * a).sum()) * np.sqrt((b * b).sum()))
    cosines = np.round(cosines, 7)
    nearest = [sorted((j for j in range(n) if j != i), key=lambda j: (-cosines[i, j], ids[j]))[:k] for i in range(n)]
    return [
        (i, j)
        for i in range(n)
        for j in range(i + 1, n)
        if cosines[i, j] >= threshold and (j in nearest[i] or i in nearest[j])
    ]


def random_vectors(seed: int, n: int, width: int = 8, spread: float = 0.4) -> Vectors:
    rng = np.random.default_rng(seed)
    centres = rng.normal(size=(max(1, n // 6), width))
    return (centres[rng.integers(0, len(centres), n)] + spread * rng.normal(size=(n, width))).astype(np.float32)


@given(st.integers(0, 10_000), st.integers(0, 25), st.integers(1, 6), st.sampled_from([-1.0, 0.0, 0.5, 0.7, 0.95]))
def test_links_are_those_of_the_rule(seed: int, n: int, k: int, threshold: float) -> None:
    vectors = random_vectors(seed, n)
    ids = [str(number) for number in np.random.default_rng(seed).permutation(n)]
    linked = pairs_by_link_rule(ids, vectors, k, threshold)
    assert [(a, b) for a, b, _ in linked] == by_definition(ids, vectors, k, threshold)


@given(st.integers(0, 10_000), st.integers(2, 25), st.integers(1, 4))
def test_equal_vectors_go_by_smaller_id(seed: int, n: int, k: int) -> None:
    rng = np.random.default_rng(seed)
    few = np.eye(3, dtype=np.float32)[rng.integers(0, 3, n)]
    few[rng.integers(0, n)] = [0.6, 0.8, 0.0]
    ids = [str(number) for number in rng.permutation(n)]
    linked = pairs_by_link_rule(ids, few, k, 0.5)
    assert [(a, b) for a, b, _ in linked] == by_definition(ids, few, k, 0.5)


@given(st.integers(0, 10_000), st.integers(0, 25), st.sampled_from([-1.0, 0.0, 0.5, 0.95]))
def test_every_pair_at_the_threshold_is_told_once(seed: int, n: int, threshold: float) -> None:
    vectors = random_vectors(seed, n)
    ids = [f"{number:03}" for number in range(n)]
    found = sorted(iterate_near(vectors, threshold))
    assert [(a, b) for a, b, _ in found] == by_definition(ids, vectors, max(n, 1), threshold)
    assert found == pairs_by_link_rule(ids, vectors, max(n, 1), threshold)


def test_pairs_without_a_direction_are_not_told() -> None:
    vectors = np.array([[1, 0], [0, 0], [np.nan, 1], [-1, 0]], dtype=np.float32)
    assert list(iterate_near(vectors, -1.0)) == [(0, 3, -1.0)]
    assert list(iterate_near(np.empty((0, 0), np.float32), 0.5)) == []


@pytest.mark.parametrize("spread", [0.0, 1e-4, 0.4])
def test_what_does_not_fit_is_pruned_or_looked_at_row_by_row(spread: float, monkeypatch: pytest.MonkeyPatch) -> None:
    vectors = random_vectors(7, 300, spread=spread)
    ids = [f"e{n:03}" for n in range(300)]
    wanted = pairs_by_link_rule(ids, vectors, 3, 0.2)
    for name, value in (("_ROWS", 16), ("_COLUMNS", 64), ("_FEWEST", 100), ("_MOST_PER_ROW", 8)):
        monkeypatch.setattr(f"memgraph_svc.scoring.near_pairs.{name}", value)
    assert pairs_by_link_rule(ids, vectors, 3, 0.2) == wanted
    if spread != 1e-4:  # the definition rounds before it ranks
        assert [(a, b) for a, b, _ in wanted] == by_definition(ids, vectors, 3, 0.2)


@given(st.integers(0, 10_000))
def test_the_order_of_the_rows_does_not_matter(seed: int) -> None:
    vectors = random_vectors(seed, 40)
    vectors[20:] = vectors[:20]
    ids = [f"e{n:02}" for n in range(40)]
    order = np.random.default_rng(seed).permutation(40)
    straight = {(ids[a], ids[b], score) for a, b, score in pairs_by_link_rule(ids, vectors, 3, 0.7)}
    mixed_ids = [ids[n] for n in order]
    mixed = {
        (*sorted((mixed_ids[a], mixed_ids[b])), score)
        for a, b, score in pairs_by_link_rule(mixed_ids, vectors[order], 3, 0.7)
    }
    assert mixed == straight


def test_blocks_do_not_show() -> None:
    vectors = random_vectors(3, 2_600, width=16)
    ids = [f"e{n:05}" for n in range(len(vectors))]
    linked = pairs_by_link_rule(ids, vectors, 3, 0.8)
    exact = np.round(cosine_matrix(vectors, vectors), 7)
    np.fill_diagonal(exact, -2)
    nearest = np.argsort(-exact, axis=1, kind="stable")[:, :3]
    expected = {(min(i, int(j)), max(i, int(j))) for i in range(len(ids)) for j in nearest[i] if exact[i, j] >= 0.8}
    assert {(a, b) for a, b, _ in linked} == expected


def test_a_crowd_of_almost_equal_vectors_is_told_apart() -> None:
    rng = np.random.default_rng(5)
    vectors = (np.ones((120, 8)) + 1e-3 * rng.normal(size=(120, 8))).astype(np.float32)
    ids = [f"e{n:03}" for n in range(120)]
    unit = vectors.astype(float) / np.linalg.norm(vectors.astype(float), axis=1, keepdims=True)
    cosines = unit @ unit.T
    np.fill_diagonal(cosines, -2)
    nearest = np.argsort(-cosines, axis=1)[:, :2]
    expected = {(min(i, int(j)), max(i, int(j))) for i in range(120) for j in nearest[i]}
    assert {(a, b) for a, b, _ in pairs_by_link_rule(ids, vectors, 2, 0.9)} == expected


def test_the_threshold_itself_links() -> None:
    vectors = np.array([[1, 0], [0.7, np.sqrt(0.51)], [0.69, np.sqrt(1 - 0.69**2)]], dtype=np.float32)
    assert pairs_by_link_rule(["a", "b"], vectors[:2], 5, 0.7) == [(0, 1, 0.7)]
    assert pairs_by_link_rule(["a", "c"], vectors[[0, 2]], 5, 0.7) == []


def test_length_does_not_matter_and_bad_rows_link_to_nothing() -> None:
    vectors = np.array([[1, 0], [9, 0], [0, 0], [np.nan, 1], [np.inf, 0], [1e-6, 0]], dtype=np.float32)
    linked = pairs_by_link_rule(list("abcdef"), vectors, 5, 0.7)
    assert [(a, b) for a, b, _ in linked] == [(0, 1), (0, 5), (1, 5)]


def test_a_link_needs_only_one_side_to_be_near() -> None:
    angles = np.radians([0, 1, 2, 20])
    vectors = np.stack([np.cos(angles), np.sin(angles)], axis=1).astype(np.float32)
    linked = pairs_by_link_rule(["a", "b", "c", "d"], vectors, 1, 0.7)
    assert (2, 3) in [(a, b) for a, b, _ in linked]


@pytest.mark.parametrize(
    ("ids", "rows", "k", "threshold"),
    [
        (["a"], 2, 1, 0.5),
        (["a", "a"], 2, 1, 0.5),
        (["a", "b"], 2, 0, 0.5),
        (["a", "b"], 2, 1, 1.5),
        (["a", "b"], 2, 1, np.nan),
    ],
)
def test_wrong_use_is_refused(ids: list[str], rows: int, k: int, threshold: float) -> None:
    with pytest.raises(InvalidInputError):
        pairs_by_link_rule(ids, np.ones((rows, 3), dtype=np.float32), k, threshold)


def test_nothing_links_to_nothing() -> None:
    assert pairs_by_link_rule([], np.zeros((0, 4), dtype=np.float32), 5, 0.7) == []
    assert pairs_by_link_rule(["a"], np.ones((1, 4), dtype=np.float32), 5, -1.0) == []


def test_four_thousand_vectors_are_linked_soon() -> None:
    vectors = random_vectors(1, 4_000, width=384)
    ids = [f"e{n}" for n in range(4_000)]
    started = perf_counter()
    assert pairs_by_link_rule(ids, vectors, 5, 0.7)
    assert perf_counter() - started < 15


def test_cosines_of_known_angles() -> None:
    np.testing.assert_allclose(cosine_matrix([[1, 0], [0, 0]], [[0, 2], [3, 3], [-5, 0], [np.nan, 1]])[0],
                               [0, np.sqrt(0.5), -1, 0], atol=1e-12)  # fmt: skip
    assert cosine_matrix([[0, 0]], [[1, 1]]).tolist() == [[0.0]]
    assert cosine_matrix(np.zeros((0, 2)), np.zeros((3, 2))).shape == (0, 3)


@pytest.mark.parametrize(("a", "b"), [([1, 2], [[1, 2]]), ([[1, 2]], [[1, 2, 3]])])
def test_vectors_of_different_widths_are_refused(a: Any, b: Any) -> None:
    with pytest.raises(InvalidInputError):
        cosine_matrix(a, b)


@pytest.mark.parametrize(("score", "cosine"), [(1.0, 1.0), (0.85, 0.7), (0.5, 0.0), (0.0, -1.0), (1.0000001, 1.0)])
def test_an_index_score_becomes_a_cosine(score: float, cosine: float) -> None:
    assert to_cosine(score) == pytest.approx(cosine)


@given(st.lists(st.sampled_from([0.0, 0.5, 1.0, -np.inf, np.nan]), max_size=12), st.integers(-1, 14))
def test_the_best_are_a_prefix_of_the_whole_order(scores: list[float], k: int) -> None:
    ids = [f"{(7 * n) % 13:02}" for n in range(len(scores))]
    whole = sorted((n for n in range(len(ids)) if not np.isnan(scores[n])), key=lambda n: (-scores[n], ids[n]))
    assert top_k(scores, ids, k) == whole[: max(k, 0)]


def test_scores_need_one_id_each() -> None:
    with pytest.raises(InvalidInputError):
        top_k([1.0], ["a", "b"], 1)
