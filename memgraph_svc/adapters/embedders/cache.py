"""Keep vectors on disk, so that the same text is not embedded twice."""

from __future__ import annotations

import sqlite3
from contextlib import closing, contextmanager
from hashlib import blake2b
from typing import TYPE_CHECKING, Final, Literal

import numpy as np

from memgraph_svc.errors import EmbeddingError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from numpy.typing import NDArray

    from memgraph_svc.ports.embedder import Embed, Embedder

__all__ = ["CachedEmbedder"]

_SCHEMA: Final = "CREATE TABLE IF NOT EXISTS vector (key BLOB PRIMARY KEY, value BLOB NOT NULL) WITHOUT ROWID"
_KEYS_A_QUERY: Final = 500
_NEW_A_WRITE: Final = 512
_BUSY_SECONDS: Final = 30.0
_STORED: Final = np.dtype("<f4")


class CachedEmbedder:
    """An embedder that looks into a SQLite file first. Only hashes of texts are kept, not texts.

    Any number of threads and processes may use the file at once. Vectors are written every few hundred texts, so an
    interrupted run goes on where it stopped.

    Args:
        inner: Embedder that is asked for what is not there yet.
        path: The SQLite file; it and its folder are made at the first use.
    """

    def __init__(self, inner: Embedder, path: Path) -> None:
        self._inner = inner
        self._path = path

    @property
    def model_id(self) -> str:
        """Name that is recorded with every vector."""
        return self._inner.model_id

    @property
    def dimension(self) -> int:
        """Length of a vector."""
        return self._inner.dimension

    @property
    def link_threshold(self) -> float:
        """Least cosine of two episodes that are worth a link."""
        return self._inner.link_threshold

    @property
    def synonym_threshold(self) -> float:
        """Least cosine of two names, or of two notes, that may mean the same."""
        return self._inner.synonym_threshold

    def embed_documents(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Embed texts that will be searched: (n, dimension) float32, row i for text i.

        Raises:
            EmbeddingError: The inner embedder or the file fails.
        """
        return self._embed("document", texts, self._inner.embed_documents)

    def embed_query(self, text: str) -> NDArray[np.float32]:
        """Embed a question: (dimension,) float32 of norm 1.

        Raises:
            EmbeddingError: The inner embedder or the file fails.
        """
        key = self._key("query", text)
        found = self._read([key])
        if key not in found:
            found[key] = self._inner.embed_query(text)
            self._write(found)
        return found[key]

    def embed_queries(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Embed questions in one go: (n, dimension) float32 of norm 1.

        Raises:
            EmbeddingError: The inner embedder or the file fails.
        """
        return self._embed("query", texts, self._inner.embed_queries)

    def windows(self, text: str) -> int:
        """Count the windows of the model that the text needs."""
        return self._inner.windows(text)

    def _embed(self, side: Literal["document", "query"], texts: Sequence[str], embed: Embed) -> NDArray[np.float32]:
        keys = [self._key(side, text) for text in texts]
        found = self._read(keys)
        missing = {key: text for key, text in zip(keys, texts, strict=True) if key not in found}
        ordered = sorted(missing, key=lambda key: len(missing[key]))  # like lengths together compute faster
        for start in range(0, len(ordered), _NEW_A_WRITE):
            part = ordered[start : start + _NEW_A_WRITE]
            fresh = dict(zip(part, embed([missing[key] for key in part]), strict=True))
            self._write(fresh)
            found |= fresh
        rows = [found[key] for key in keys]
        return np.stack(rows) if rows else np.zeros((0, self.dimension), np.float32)

    def _key(self, side: Literal["document", "query"], text: str) -> bytes:
        head = f"{self.model_id}\0{self.dimension}\0{side}\0"
        return blake2b(head.encode() + text.encode("utf-8", "surrogatepass"), digest_size=20).digest()

    def _read(self, keys: Sequence[bytes]) -> dict[bytes, NDArray[np.float32]]:
        found: dict[bytes, NDArray[np.float32]] = {}
        unique = list(dict.fromkeys(keys))
        with self._open() as connection:
            for start in range(0, len(unique), _KEYS_A_QUERY):
                part = unique[start : start + _KEYS_A_QUERY]
                marks = ",".join("?" * len(part))
                for key, value in connection.execute(f"SELECT key, value FROM vector WHERE key IN ({marks})", part):
                    if len(value) == self.dimension * _STORED.itemsize:  # a damaged row counts as missing
                        found[key] = np.frombuffer(value, _STORED).astype(np.float32)
        return found

    def _write(self, vectors: dict[bytes, NDArray[np.float32]]) -> None:
        rows = [(key, vector.astype(_STORED).tobytes()) for key, vector in vectors.items()]
        with self._open() as connection, connection:
            connection.executemany("INSERT OR REPLACE INTO vector VALUES (?, ?)", rows)

    @contextmanager
    def _open(self) -> Iterator[sqlite3.Connection]:
        # one connection a call: it may come from any thread, and opening costs far less than one embedding
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            with closing(sqlite3.connect(self._path, timeout=_BUSY_SECONDS)) as connection:
                connection.execute("PRAGMA journal_mode=WAL")
                connection.execute("PRAGMA synchronous=NORMAL")
                connection.execute(_SCHEMA)
                yield connection
        except (OSError, sqlite3.Error) as error:
            raise EmbeddingError(
                f"cannot use the vector cache {self._path.name!r}: {type(error).__name__}",
                hint="check free space and rights of the cache folder, or delete the file; it fills itself again",
            ) from error
