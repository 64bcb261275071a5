"""Sentence embeddings from an ONNX model, on the CPU."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import TYPE_CHECKING, Final

import numpy as np

from memgraph_svc.adapters.embedders.model_files import read_model_file
from memgraph_svc.adapters.embedders.vectors import unit_rows
from memgraph_svc.errors import EmbeddingError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path
    from types import ModuleType

    from numpy.typing import NDArray
    from onnxruntime import InferenceSession
    from tokenizers import Tokenizer

    from memgraph_svc.adapters.embedders.onnx_models import OnnxModel

__all__ = ["OnnxEmbedder"]

_SLICE: Final = 1024
"""Texts whose word pieces are held at a time."""

_PIECES_PER_CHARACTER: Final = 4
"""A character can become several word pieces (a Hangul syllable falls apart into up to three)."""


class OnnxEmbedder:
    """Embeds with one of :data:`ONNX_MODELS`; the files are read at the first use.

    Each window is run alone. The int8 models scale the activations by the largest one in a run, so in a batch the
    vector of a text would depend on the texts beside it (cosine down to 0.98 between the two). Run alone it is the
    same in every batch and order, and on long texts just as fast: the threads work on windows side by side.

    Args:
        model: The model that the files hold.
        path: Gives the jar, zip or folder with the ``.onnx`` and ``tokenizer.json`` files; may fetch it.
        threads: Windows computed at a time, at least 1.
    """

    def __init__(self, model: OnnxModel, path: Callable[[], Path], *, threads: int = 2) -> None:
        self._model = model
        self._path = path
        self._threads = max(1, threads)
        self._lock = threading.RLock()
        self._tokenizer: Tokenizer | None = None
        self._session: InferenceSession | None = None

    @property
    def model_id(self) -> str:
        """Name that is recorded with every vector."""
        return self._model.model_id

    @property
    def dimension(self) -> int:
        """Length of a vector."""
        return self._model.dimension

    @property
    def link_threshold(self) -> float:
        """Least cosine of two episodes that are worth a link, calibrated for this model."""
        return self._model.link_threshold

    @property
    def synonym_threshold(self) -> float:
        """Least cosine of two names, or of two notes, that may mean the same, calibrated for this model."""
        return self._model.synonym_threshold

    def embed_documents(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Embed texts that will be searched.

        A text longer than the model takes is cut into windows of equal length; its vector is the mean of theirs.

        Returns:
            (n, dimension) float32, row i for text i, each of norm 1.

        Raises:
            EmbeddingError: The model cannot be loaded or fails.
        """
        slices = [self._embed(texts[start : start + _SLICE]) for start in range(0, len(texts), _SLICE)]
        return np.concatenate(slices) if slices else np.zeros((0, self.dimension), np.float32)

    def embed_query(self, text: str) -> NDArray[np.float32]:
        """Embed a question: (dimension,) float32 of norm 1.

        Raises:
            EmbeddingError: The model cannot be loaded or fails.
        """
        return self.embed_documents([self._model.query_prefix + text])[0]

    def embed_queries(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Embed questions in one go: (n, dimension) float32 of norm 1.

        Raises:
            EmbeddingError: The model cannot be loaded or fails.
        """
        return self.embed_documents([self._model.query_prefix + text for text in texts])

    def windows(self, text: str) -> int:
        """Count the windows that the text needs. Loads the tokenizer at most, and not for short texts."""
        room = self._model.window - 2
        if len(text) * (1 if text.isascii() else _PIECES_PER_CHARACTER) <= room:
            return 1
        return max(1, -(-len(self._pieces([text])[0]) // room))

    def _embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        windows: list[tuple[int, list[int]]] = []
        for index, pieces in enumerate(self._pieces(texts)):
            windows += ((index, window) for window in self._split(pieces))
        # neighbours of like length reuse the memory of the last run, and the longest do not end alone
        windows.sort(key=lambda window: len(window[1]), reverse=True)
        vectors = unit_rows(
            np.stack(self._run_all([window for _, window in windows])),
            count=len(windows),
            dimension=self.dimension,
            model_id=self.model_id,
        )
        sums = np.zeros((len(texts), self.dimension))
        np.add.at(sums, [index for index, _ in windows], vectors)
        return unit_rows(sums, count=len(texts), dimension=self.dimension, model_id=self.model_id)

    def _run_all(self, windows: list[list[int]]) -> list[NDArray[np.float32]]:
        session = self._loaded_session()
        if len(windows) == 1 or self._threads == 1:
            return [self._run(session, window) for window in windows]
        with ThreadPoolExecutor(min(self._threads, len(windows)), "memgraph-embed") as pool:
            return list(pool.map(lambda window: self._run(session, window), windows))

    def _run(self, session: InferenceSession, window: list[int]) -> NDArray[np.float32]:
        ids = np.array([window], np.int64)
        feed = {"input_ids": ids, "attention_mask": np.ones_like(ids), "token_type_ids": np.zeros_like(ids)}
        try:
            states = np.asarray(session.run(["last_hidden_state"], feed)[0])[0]
        except Exception as error:
            raise self._failed("cannot run", error) from error
        return states[0] if self._model.pooling == "first" else states.mean(axis=0)

    def _split(self, pieces: list[int]) -> list[list[int]]:
        count = max(1, -(-len(pieces) // (self._model.window - 2)))
        bounds = [len(pieces) * part // count for part in range(count + 1)]
        first, last = self._ends()
        return [[first, *pieces[start:end], last] for start, end in pairwise(bounds)]

    def _pieces(self, texts: Sequence[str]) -> list[list[int]]:
        tokenizer = self._loaded_tokenizer()
        try:
            return [encoding.ids for encoding in tokenizer.encode_batch(list(texts), add_special_tokens=False)]
        except Exception as error:
            raise EmbeddingError(
                f"the tokenizer of {self.model_id!r} refused a text: {type(error).__name__}",
                hint="texts must be storable Unicode, without lone surrogates",
            ) from error

    def _ends(self) -> tuple[int, int]:
        tokenizer = self._loaded_tokenizer()
        first, last = tokenizer.token_to_id("[CLS]"), tokenizer.token_to_id("[SEP]")
        if first is None or last is None:
            raise EmbeddingError(
                f"the tokenizer of {self.model_id!r} has no [CLS] or [SEP]",
                hint="check that the model files belong to this embedder",
            )
        return first, last

    def _loaded_tokenizer(self) -> Tokenizer:
        with self._lock:
            if self._tokenizer is None:
                content = read_model_file(self._path(), "tokenizer.json")
                try:
                    loaded: Tokenizer = _runtime().load_tokenizer(content)
                except Exception as error:
                    raise self._failed("cannot load the tokenizer of", error) from error
                self._tokenizer = loaded
            return self._tokenizer

    def _loaded_session(self) -> InferenceSession:
        with self._lock:
            if self._session is None:
                content = read_model_file(self._path(), ".onnx")
                try:
                    loaded: InferenceSession = _runtime().load_session(content)
                except Exception as error:
                    raise self._failed("cannot load", error) from error
                self._session = loaded
            return self._session

    def _failed(self, what: str, error: Exception) -> EmbeddingError:
        return EmbeddingError(
            f"{what} the embedder {self.model_id!r}: {type(error).__name__}",
            hint="delete the model's files from the cache so that they are fetched again",
        )


def _runtime() -> ModuleType:
    from memgraph_svc.adapters.embedders import onnx_runtime  # loads large libraries

    return onnx_runtime
