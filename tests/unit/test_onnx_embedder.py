"""The packaged ONNX models, as they run."""

from __future__ import annotations

import zipfile
from functools import partial
from typing import TYPE_CHECKING

import numpy as np
import pytest

from memgraph_svc.adapters.embedders.model_files import read_model_file
from memgraph_svc.adapters.embedders.onnx import OnnxEmbedder
from memgraph_svc.adapters.embedders.onnx_models import ONNX_MODELS
from memgraph_svc.artifacts import model_jar
from memgraph_svc.errors import EmbeddingError
from memgraph_svc.settings import Settings

if TYPE_CHECKING:
    from pathlib import Path

TEXTS = [
    "The billing service lost its connection to redis.",
    "Payments failed because the cache could not be reached.",
    "We went hiking in the mountains.",
    "refresh_token()",
    "word " * 700,
    "日本語 😀 naïve",
]


@pytest.fixture(scope="module", params=sorted(ONNX_MODELS))
def embedder(request: pytest.FixtureRequest) -> OnnxEmbedder:
    return OnnxEmbedder(ONNX_MODELS[request.param], partial(model_jar, Settings().cache, request.param), threads=2)


def test_a_vector_does_not_depend_on_the_texts_beside_it(embedder: OnnxEmbedder) -> None:
    together = embedder.embed_documents(TEXTS)
    assert together.shape == (len(TEXTS), embedder.dimension)
    assert together.dtype == np.float32
    np.testing.assert_allclose(np.linalg.norm(together, axis=1), 1, atol=1e-6)
    backwards = embedder.embed_documents(TEXTS[::-1])[::-1]
    np.testing.assert_array_equal(together, backwards)
    for text, vector in zip(TEXTS, together, strict=True):
        np.testing.assert_array_equal(embedder.embed_documents([text])[0], vector)


def test_likeness_of_meaning_is_seen(embedder: OnnxEmbedder) -> None:
    vectors = embedder.embed_documents(TEXTS[:3])
    assert vectors[0] @ vectors[1] > vectors[0] @ vectors[2] + 0.1
    query = embedder.embed_query("why could customers not pay?")
    assert query @ vectors[1] > query @ vectors[2] + 0.1


def test_a_long_text_is_the_mean_of_its_windows(embedder: OnnxEmbedder) -> None:
    room = ONNX_MODELS[embedder.model_id].window - 2
    text = "water " * room + "mountain " * room
    assert embedder.windows(text) == 2
    whole, first, second = embedder.embed_documents([text, "water " * room, "mountain " * room])
    mean = (first + second) / np.linalg.norm(first + second)
    np.testing.assert_allclose(whole, mean, atol=1e-5)


def test_windows_are_counted_in_word_pieces(embedder: OnnxEmbedder) -> None:
    room = ONNX_MODELS[embedder.model_id].window - 2
    assert [embedder.windows(text) for text in ("", "short", "a " * room, "a " * (room + 1))] == [1, 1, 1, 2]
    assert embedder.windows("한국어 " * room) > 1


def test_no_texts_give_no_rows(embedder: OnnxEmbedder) -> None:
    assert embedder.embed_documents([]).shape == (0, 384)


def test_a_short_text_is_counted_without_any_file() -> None:
    def absent() -> Path:
        raise AssertionError("the model was asked for")

    assert OnnxEmbedder(ONNX_MODELS["bge-small-en-v1.5-int8"], absent).windows("a short text") == 1


def test_a_text_that_cannot_be_encoded_is_a_clear_error(embedder: OnnxEmbedder) -> None:
    with pytest.raises(EmbeddingError, match="refused a text"):
        embedder.embed_documents(["\ud800"])


def test_a_folder_serves_as_well_as_a_jar(tmp_path: Path) -> None:
    jar = model_jar(Settings().cache, "all-minilm-l6-v2-int8")
    (tmp_path / "tokenizer.json").write_bytes(read_model_file(jar, "tokenizer.json"))
    (tmp_path / "model.onnx").write_bytes(read_model_file(jar, ".onnx"))
    model = ONNX_MODELS["all-minilm-l6-v2-int8"]
    from_folder = OnnxEmbedder(model, lambda: tmp_path, threads=1).embed_documents(TEXTS[:2])
    np.testing.assert_array_equal(from_folder, OnnxEmbedder(model, lambda: jar).embed_documents(TEXTS[:2]))


def test_damaged_model_files_are_named(tmp_path: Path) -> None:
    model = ONNX_MODELS["bge-small-en-v1.5-int8"]
    broken, empty, wrong = tmp_path / "broken.jar", tmp_path / "empty.jar", tmp_path / "wrong.jar"
    broken.write_bytes(b"no zip")
    for archive, names in ((empty, ()), (wrong, ("tokenizer.json", "model.onnx"))):
        with zipfile.ZipFile(archive, "w") as made:
            for name in names:
                made.writestr(name, "{}")
    for path in (broken, empty, wrong, tmp_path / "absent.jar"):
        with pytest.raises(EmbeddingError) as caught:
            OnnxEmbedder(model, lambda path=path: path).embed_documents(["text"])
        assert caught.value.hint
