"""The BM25 formula and the counting of terms."""

from __future__ import annotations

import math
from time import perf_counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from memgraph_svc.errors import InvalidInputError
from memgraph_svc.scoring.bm25 import bm25, term_frequencies
from memgraph_svc.scoring.english import document_length, english_terms, query_terms

ENDINGS = (
    "",
    "s",
    "es",
    "ed",
    "ing",
    "y",
    "ies",
    "ly",
    "ational",
    "ization",
    "iveness",
    "biliti",
    "ibly",
    "ical",
    "e",
    "logy",
)
ROOTS = ("b", "a", "red", "tim", "trekk", "hop", "sens", "psycho", "poss", "rel", "vi", "al")
WORDS = st.one_of(
    st.builds(lambda root, ending: root + ending, st.sampled_from(ROOTS), st.sampled_from(ENDINGS)),
    st.text(alphabet="abeinsylgd", min_size=1, max_size=8),
    st.sampled_from(["the", "user's", "_x", "x²", "東京", "cafe\u0301", "🚀", "İ", "a_b", "b’s", "Δσς"]),
)
TEXTS = st.builds(" ".join, st.lists(WORDS, max_size=12)) | st.text(max_size=30)


def test_the_formula_by_hand() -> None:
    scores = bm25([[2, 0], [1, 1], [0, 0]], [4, 8, 3], [2, 1], 3, 5.0)
    idf = [math.log(1 + (3 - df + 0.5) / (df + 0.5)) for df in (2, 1)]
    norm = [1.2 * (0.25 + 0.75 * length / 5) for length in (4, 8)]
    expected = [idf[0] * 2 / (2 + norm[0]), idf[0] / (1 + norm[1]) + idf[1] / (1 + norm[1]), 0.0]
    assert scores.dtype == np.float64
    np.testing.assert_allclose(scores, expected, rtol=1e-12)


def test_rare_terms_short_texts_and_repeated_terms_score_higher() -> None:
    assert bm25([[1, 0], [0, 1]], [5, 5], [9, 1], 10, 5.0).argmax() == 1
    assert bm25([[1], [1]], [20, 5], [2], 10, 8.0).argmax() == 1
    assert bm25([[1], [3]], [9, 9], [2], 10, 8.0).argmax() == 1


@given(
    st.lists(st.integers(0, 50), min_size=3, max_size=3),
    st.integers(-2, 30),
    st.integers(-5, 40),
    st.floats(-1, 100),
    st.sampled_from([(0.0, 0.0), (0.0, 1.0), (1.2, 0.75), (3.0, 1.0)]),
)
def test_odd_counts_never_give_odd_scores(
    tf: list[int], n: int, df: int, average: float, shape: tuple[float, float]
) -> None:
    k1, b = shape
    scores = bm25([[count] for count in tf], [max(count, 1) for count in tf], [df], n, average, k1=k1, b=b)
    assert np.isfinite(scores).all()
    assert ((scores > 0) == (np.asarray(tf) > 0)).all()


def test_no_documents_and_no_terms() -> None:
    assert bm25(np.zeros((0, 2)), [], [1, 1], 3, 2.0).shape == (0,)
    assert bm25(np.zeros((2, 0)), [3, 4], [], 3, 2.0).tolist() == [0.0, 0.0]
    assert term_frequencies([], ["x"]).shape == (0, 1)
    assert term_frequencies(["x"], []).shape == (1, 0)


def test_shapes_that_do_not_fit_are_refused() -> None:
    with pytest.raises(InvalidInputError):
        bm25([[1, 2]], [3], [1], 3, 2.0)


def test_counts_follow_the_stem_and_not_the_spelling() -> None:
    counts = term_frequencies(["Retries: retry, retried. The user's users.", "retrying_x"], ["retri", "user", "s"])
    assert counts.tolist() == [[3, 2, 0], [0, 0, 0]]
    assert term_frequencies(["b a b"], ["b", "b"]).tolist() == [[2, 2]]


@given(st.lists(TEXTS, max_size=4), TEXTS)
def test_counting_equals_stemming_every_word(texts: list[str], question: str) -> None:
    terms, _ = query_terms(question)
    expected = [[english_terms(text).count(term) for term in terms] for text in texts]
    assert term_frequencies(texts, terms).tolist() == np.reshape(expected, (len(texts), len(terms))).tolist()


@given(st.lists(WORDS, min_size=1, max_size=30))
def test_every_word_is_counted_under_its_own_stem(spelled: list[str]) -> None:
    text = " ".join(spelled)
    terms = tuple(dict.fromkeys(english_terms(text)))
    assert term_frequencies([text], terms).sum() == document_length(text)


def test_four_hundred_texts_are_scored_in_a_moment() -> None:
    rng = np.random.default_rng(7)
    vocabulary = [f"{root}{n}{ending}" for root in ROOTS for n in "bcdfg" for ending in ENDINGS]
    texts = [" ".join(rng.choice(vocabulary, 100)) for _ in range(400)]
    terms, _ = query_terms(" ".join(vocabulary[::90]))
    term_frequencies(texts, terms)
    started = perf_counter()
    counts = term_frequencies(texts, terms)
    bm25(counts, [100] * 400, (counts > 0).sum(axis=0), 400, 100.0)
    assert perf_counter() - started < 1.0
