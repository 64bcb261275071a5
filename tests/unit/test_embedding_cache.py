"""Vectors that are kept on disk."""

from __future__ import annotations

import multiprocessing
import sqlite3
from concurrent.futures import ProcessPoolExecutor
from typing import TYPE_CHECKING

import numpy as np
import pytest

from memgraph_svc.adapters.embedders import EMBEDDERS, make_embedder
from memgraph_svc.adapters.embedders.cache import CachedEmbedder
from memgraph_svc.adapters.embedders.hashing import HashingEmbedder
from memgraph_svc.errors import ConfigurationError, EmbeddingError

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from numpy.typing import NDArray

TEXTS = [f"text number {number}" for number in range(1200)]


class CountingEmbedder(HashingEmbedder):
    """Counts what it is asked for, and embeds questions differently from documents."""

    def __init__(self, dimension: int = 256) -> None:
        super().__init__(dimension)
        self.asked: list[str] = []

    def embed_documents(self, texts: Sequence[str]) -> NDArray[np.float32]:
        self.asked += texts
        return super().embed_documents(texts)

    def embed_query(self, text: str) -> NDArray[np.float32]:
        return self.embed_documents([f"question: {text}"])[0]


def test_a_text_is_embedded_once(tmp_path: Path) -> None:
    inner = CountingEmbedder()
    cached = CachedEmbedder(inner, tmp_path / "new" / "vectors.sqlite3")
    texts = [*TEXTS, *TEXTS[:5], "last"]
    first = cached.embed_documents(texts)
    assert sorted(inner.asked) == sorted({*texts})
    np.testing.assert_array_equal(first, HashingEmbedder().embed_documents(texts))
    inner.asked.clear()
    later = CachedEmbedder(inner, tmp_path / "new" / "vectors.sqlite3")
    np.testing.assert_array_equal(later.embed_documents(texts[::-1]), first[::-1])
    assert inner.asked == []


def test_questions_and_documents_are_kept_apart(tmp_path: Path) -> None:
    inner = CountingEmbedder()
    cached = CachedEmbedder(inner, tmp_path / "vectors.sqlite3")
    document, question = cached.embed_documents(["redis"])[0], cached.embed_query("redis")
    assert document @ question < 0.99
    np.testing.assert_array_equal(cached.embed_query("redis"), question)
    assert inner.asked == ["redis", "question: redis"]


def test_models_are_kept_apart(tmp_path: Path) -> None:
    path = tmp_path / "vectors.sqlite3"
    assert CachedEmbedder(HashingEmbedder(64), path).embed_documents(["a word"]).shape == (1, 64)
    assert CachedEmbedder(HashingEmbedder(256), path).embed_documents(["a word"]).shape == (1, 256)


def test_it_speaks_for_the_inner_embedder(tmp_path: Path) -> None:
    inner = HashingEmbedder()
    cached = CachedEmbedder(inner, tmp_path / "vectors.sqlite3")
    assert (cached.model_id, cached.dimension) == (inner.model_id, inner.dimension)
    assert (cached.link_threshold, cached.synonym_threshold) == (inner.link_threshold, inner.synonym_threshold)
    assert cached.windows("text") == 1
    assert cached.embed_documents([]).shape == (0, 256)
    assert cached.embed_documents(["\ud800"]).shape == (1, 256)


def test_a_damaged_row_is_embedded_again(tmp_path: Path) -> None:
    path = tmp_path / "vectors.sqlite3"
    cached = CachedEmbedder(HashingEmbedder(), path)
    expected = cached.embed_documents(["a word"])
    with sqlite3.connect(path) as connection:
        connection.execute("UPDATE vector SET value = x'00'")
    connection.close()
    np.testing.assert_array_equal(cached.embed_documents(["a word"]), expected)


def test_a_file_that_is_no_cache_is_named(tmp_path: Path) -> None:
    path = tmp_path / "vectors.sqlite3"
    path.write_bytes(b"something else " * 100)
    with pytest.raises(EmbeddingError, match=r"vectors\.sqlite3") as caught:
        CachedEmbedder(HashingEmbedder(), path).embed_documents(["a word"])
    assert "delete" in caught.value.hint


def _embed(path: Path, start: int) -> float:
    cached = CachedEmbedder(HashingEmbedder(64), path)
    for first in range(start, start + 400, 40):
        vectors = cached.embed_documents(TEXTS[first : first + 80])
    return float(np.linalg.norm(vectors[-1]))


def test_processes_share_a_file(tmp_path: Path) -> None:
    path = tmp_path / "vectors.sqlite3"
    with ProcessPoolExecutor(4, multiprocessing.get_context("spawn")) as pool:
        norms = list(pool.map(_embed, [path] * 8, [0, 0, 200, 200, 400, 400, 600, 600]))
    np.testing.assert_allclose(norms, 1, atol=1e-6)
    np.testing.assert_array_equal(
        CachedEmbedder(HashingEmbedder(64), path).embed_documents(TEXTS), HashingEmbedder(64).embed_documents(TEXTS)
    )


def test_the_named_embedder_is_built_without_reading_a_file(tmp_path: Path) -> None:
    def absent(name: str) -> Path:
        raise AssertionError(name)

    models = {name: make_embedder(name, tmp_path, 2, absent) for name in EMBEDDERS}
    assert {name: embedder.model_id for name, embedder in models.items()} == {
        "all-minilm-l6-v2-int8": "all-minilm-l6-v2-int8",
        "bge-small-en-v1.5-int8": "bge-small-en-v1.5-int8",
        "hashing": "hashing-256",
    }
    assert list(tmp_path.iterdir()) == []
    with pytest.raises(ConfigurationError, match="'word2vec'") as caught:
        make_embedder("word2vec", tmp_path, 2, absent)
    assert all(name in caught.value.hint for name in EMBEDDERS)
