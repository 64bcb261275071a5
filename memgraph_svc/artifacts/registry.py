"""A resolver for jgo that keeps its connections; jgo's own makes two new ones a file and takes four times as long."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from jgo.maven import MavenContext, PythonResolver

from memgraph_svc.artifacts.checksum import sha256_of

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    import requests
    from jgo.maven import Artifact

    from memgraph_svc.artifacts.lock import LockedFile

__all__ = ["NotServedError", "download", "find_local"]

_TIMEOUTS_SECONDS: Final = (10.0, 30.0)
_CHUNK_BYTES: Final = 1 << 16
_NOT_FOUND: Final = 404


class NotServedError(Exception):
    """No registry has the file."""


class _KeptConnections(PythonResolver):
    def __init__(self, session: requests.Session) -> None:
        super().__init__()
        self._session = session

    def download(self, artifact: Artifact) -> Path:
        path = artifact.cached_path
        if path is None:
            raise NotServedError
        for registry in artifact.context.remote_repos.values():
            address = f"{registry}/{artifact.component.path_prefix.as_posix()}/{artifact.filename}"
            with self._session.get(address, stream=True, timeout=_TIMEOUTS_SECONDS) as response:
                if response.status_code == _NOT_FOUND:
                    continue
                response.raise_for_status()
                path.parent.mkdir(parents=True, exist_ok=True)
                with path.open("wb") as stream:
                    for chunk in response.iter_content(_CHUNK_BYTES):
                        stream.write(chunk)
                return path
        raise NotServedError


def find_local(entry: LockedFile, repository: Path | None) -> Path | None:
    """The file in a local Maven repository, if it is good; no repository means ``M2_REPO`` or the user's own."""
    path = _artifact(entry, MavenContext(repo_cache=repository)).cached_path
    # A damaged copy there must not stand in the way of a good one.
    return path if path is not None and path.is_file() and sha256_of(path) == entry.sha256 else None


def download(entry: LockedFile, folder: Path, session: requests.Session, registries: Mapping[str, str] | None) -> Path:
    """Download into an empty folder, without any check; no registries means the public one that jgo knows.

    Raises:
        NotServedError: No registry has the file.
        requests.RequestException: A registry did not answer, or not to the end.
    """
    context = MavenContext(
        resolver=_KeptConnections(session),
        repo_cache=folder,
        local_repos=[],
        remote_repos=dict(registries) if registries is not None else None,
    )
    return _artifact(entry, context).resolve()


def _artifact(entry: LockedFile, context: MavenContext) -> Artifact:
    component = context.project(entry.group, entry.artifact).at_version(entry.version)
    return component.artifact(classifier=entry.classifier)
