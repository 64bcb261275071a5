"""Where a locked file comes from: the Maven client jgo, with the registry and the local repository that it knows."""

from __future__ import annotations

import shutil
import tempfile
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypeAlias

from memgraph_svc.artifacts.checksum import sha256_of
from memgraph_svc.artifacts.lock import LockedFile
from memgraph_svc.errors import ArtifactUnreachableError

if TYPE_CHECKING:
    from jgo.maven import MavenContext

__all__ = ["Resolver", "maven_resolver"]

Resolver: TypeAlias = Callable[[LockedFile, Path], Path]
"""Writes a file below the given folder and returns its path; called from several threads at once.
Raises ArtifactUnreachableError where there is no copy to be had, and lets OSError through."""

_TIMEOUT_SECONDS: Final = 10
_PAUSES_SECONDS: Final = (0.5, 2.0)
_HINT: Final = "check the network, HTTPS_PROXY and REQUESTS_CA_BUNDLE, then run it again; what is fetched is kept"


def maven_resolver(
    repositories: Mapping[str, str] | None = None, *, local_repository: Path | None = None
) -> Resolver:
    """Make a resolver that asks the local Maven repository first and then the registry, three times at most.

    Args:
        repositories: Registries by name instead of the public one that jgo knows.
        local_repository: Instead of ``M2_REPO`` or the user's own; it is only read.
    """

    def resolve(entry: LockedFile, folder: Path) -> Path:
        from jgo.constants import default_maven_repo
        from jgo.maven import MavenContext

        local = _path_of(entry, MavenContext(repo_cache=local_repository or default_maven_repo()))
        # An unchecked copy there could be damaged and would then stand in the way of a good one.
        if local.is_file() and sha256_of(local) == entry.sha256:
            return Path(shutil.copyfile(local, folder / entry.name))
        return _download(entry, folder, dict(repositories) if repositories is not None else None)

    return resolve


def _path_of(entry: LockedFile, context: MavenContext) -> Path:
    component = context.project(entry.group, entry.artifact).at_version(entry.version)
    path = component.artifact(classifier=entry.classifier).cached_path
    assert path is not None  # noqa: S101 - jgo says None only without a repo_cache
    return path


def _download(entry: LockedFile, folder: Path, repositories: dict[str, str] | None) -> Path:
    import requests
    from jgo.maven import MavenContext

    reason = ""
    for pause in (*_PAUSES_SECONDS, None):
        # A folder of its own for each try: jgo takes a partial file of a broken try for the whole.
        own = Path(tempfile.mkdtemp(dir=folder))
        context = MavenContext(repo_cache=own, local_repos=[], remote_repos=repositories, timeout=_TIMEOUT_SECONDS)
        component = context.project(entry.group, entry.artifact).at_version(entry.version)
        try:
            return component.artifact(classifier=entry.classifier).resolve()
        except requests.ConnectTimeout as error:
            # Nothing answers at all; further tries would only make the user wait.
            raise _unreachable(entry, "no answer") from error
        except (requests.RequestException, RuntimeError) as error:
            # jgo tells every refusal of a registry by RuntimeError, also those that pass.
            refused = isinstance(error, RuntimeError)
            reason = "not served by the registry" if refused else type(error).__name__
            last = error
        if pause is not None:
            time.sleep(pause)
    raise _unreachable(entry, reason) from last


def _unreachable(entry: LockedFile, reason: str) -> ArtifactUnreachableError:
    return ArtifactUnreachableError(f"cannot fetch {entry.name!r}: {reason}", hint=_HINT)
