"""The embedder without a model, and the check that vectors of every embedder pass."""

from __future__ import annotations

import subprocess
import sys

import numpy as np
import pytest

from memgraph_svc.adapters.embedders.hashing import HashingEmbedder
from memgraph_svc.adapters.embedders.vectors import unit_rows
from memgraph_svc.errors import ConfigurationError, EmbeddingError

TEXTS = ["The billing service cannot reach redis", "", "  ", "!!!", "日本語のテキスト", "😀", "\ud800", "x" * 100_000]
PRINT_DIGEST = """
import hashlib
from memgraph_svc.adapters.embedders.hashing import HashingEmbedder
print(hashlib.sha256(HashingEmbedder().embed_documents(["Redis timed out", "Ünïcode"]).tobytes()).hexdigest())
"""


def test_every_text_gets_a_unit_vector_in_its_own_row() -> None:
    embedder = HashingEmbedder()
    vectors = embedder.embed_documents(TEXTS)
    assert vectors.shape == (len(TEXTS), 256)
    assert vectors.dtype == np.float32
    np.testing.assert_allclose(np.linalg.norm(vectors, axis=1), 1, atol=1e-6)
    for text, vector in zip(TEXTS, vectors, strict=True):
        np.testing.assert_array_equal(vector, embedder.embed_query(text))
        assert embedder.windows(text) == 1


def test_no_texts_give_no_rows() -> None:
    assert HashingEmbedder(64).embed_documents([]).shape == (0, 64)


def test_texts_that_share_words_are_near() -> None:
    embedder = HashingEmbedder()
    near, other, far = embedder.embed_documents(
        ["billing service redis timeout", "redis timeout in billing service", "holiday photos of mountains"]
    )
    assert near @ other > embedder.link_threshold > 0.2 > near @ far
    names = embedder.embed_documents(["refresh token", "refresh tokens"])
    assert names[0] @ names[1] > embedder.synonym_threshold


def test_vectors_are_equal_in_every_process() -> None:
    runs = [
        subprocess.run(
            [sys.executable, "-c", PRINT_DIGEST],
            env={"PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
            timeout=120,
        ).stdout
        for seed in ("1", "2")
    ]
    assert runs[0] == runs[1] != ""


def test_the_dimension_is_part_of_the_model_id() -> None:
    assert (HashingEmbedder().model_id, HashingEmbedder(512).model_id) == ("hashing-256", "hashing-512")
    with pytest.raises(ConfigurationError):
        HashingEmbedder(4)


@pytest.mark.parametrize(
    ("vectors", "problem"),
    [
        (np.ones((1, 3)), "shape"),
        (np.ones((2, 4)), "shape"),
        (np.array([[1, np.nan, 0], [1, 0, 0]]), "finite"),
        (np.array([[np.inf, 1, 0], [1, 0, 0]]), "finite"),
        (np.array([[1.0, 0, 0], [0, 0, 0]]), "norm 0"),
    ],
)
def test_vectors_that_cannot_be_stored_are_refused(vectors: np.ndarray, problem: str) -> None:
    with pytest.raises(EmbeddingError, match=problem) as caught:
        unit_rows(vectors, count=2, dimension=3, model_id="m")
    assert caught.value.hint
