"""Embedders: ONNX models, a cache around them, and one without a model."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

from memgraph_svc.adapters.embedders.cache import CachedEmbedder
from memgraph_svc.adapters.embedders.hashing import HashingEmbedder
from memgraph_svc.adapters.embedders.onnx import OnnxEmbedder
from memgraph_svc.adapters.embedders.onnx_models import ONNX_MODELS
from memgraph_svc.errors import ConfigurationError

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from memgraph_svc.ports.embedder import Embedder

__all__ = ["EMBEDDERS", "make_embedder"]

EMBEDDERS: Final = (*sorted(ONNX_MODELS), "hashing")
"""Names that :func:`make_embedder` takes."""


def make_embedder(name: str, cache: Path | None, threads: int, model_path: Callable[[str], Path]) -> Embedder:
    """Build the embedder with that name; nothing is read or fetched before its first use.

    Args:
        name: One of :data:`EMBEDDERS`.
        cache: Folder in which vectors are kept for the next time; None keeps none.
        threads: Texts computed at a time.
        model_path: Gives the jar, zip or folder of a model by its name.

    Raises:
        ConfigurationError: Unknown name.
    """
    if name == "hashing":
        return HashingEmbedder()
    model = ONNX_MODELS.get(name)
    if model is None:
        raise ConfigurationError(f"unknown embedder {name!r}", hint=f"use one of {', '.join(EMBEDDERS)}")
    embedder = OnnxEmbedder(model, partial(model_path, name), threads=threads)
    if cache is None:
        return embedder
    return CachedEmbedder(embedder, cache / "vectors.sqlite3")
