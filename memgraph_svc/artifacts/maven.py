"""Where a locked file comes from: a local Maven repository, else the registry."""

from __future__ import annotations

import shutil
import tempfile
import time
from collections.abc import Callable
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypeAlias

from memgraph_svc.artifacts.lock import LockedFile
from memgraph_svc.errors import ArtifactUnreachableError

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    import requests

__all__ = ["Resolver", "maven_resolver"]

Resolver: TypeAlias = Callable[[LockedFile, Path], Path]
"""Writes a file into the given empty folder and returns its path; called from several threads at once.
Raises ArtifactUnreachableError where the file cannot be had, and lets OSError through."""

_PAUSES_SECONDS: Final = (0.5, 2.0)
_HINT: Final = (
    "check the network, HTTPS_PROXY and REQUESTS_CA_BUNDLE, then run it again: what was fetched is kept. "
    "Without a network put the file into the local Maven repository (M2_REPO)"
)


@contextmanager
def maven_resolver(
    registries: Mapping[str, str] | None = None, *, local_repository: Path | None = None, threads: int = 8
) -> Iterator[Resolver]:
    """A resolver that takes a file from the local Maven repository, else asks the registry three times at most.

    Args:
        registries: By name, instead of the public one.
        local_repository: Instead of ``M2_REPO`` or the user's own; it is only read.
        threads: How many connections are kept.
    """
    import requests
    from requests.adapters import HTTPAdapter

    from memgraph_svc.artifacts.registry import find_local

    with requests.Session() as session:
        session.mount("https://", HTTPAdapter(pool_connections=threads, pool_maxsize=threads))

        def resolve(entry: LockedFile, folder: Path) -> Path:
            local = find_local(entry, local_repository)
            if local is not None:
                return Path(shutil.copyfile(local, folder / entry.name))
            return _download(entry, folder, session, registries)

        yield resolve


def _download(entry: LockedFile, folder: Path, session: requests.Session, registries: Mapping[str, str] | None) -> Path:
    import requests

    from memgraph_svc.artifacts.registry import NotServedError, download

    failure: Exception | None = None
    for pause in (*_PAUSES_SECONDS, 0):
        try:
            # A folder for each try: a partial file would be taken for the whole.
            return download(entry, Path(tempfile.mkdtemp(dir=folder)), session, registries)
        except NotServedError as error:
            raise _unreachable(entry, "the registry does not have it") from error
        except requests.ConnectTimeout as error:
            raise _unreachable(entry, "the registry does not answer") from error
        except requests.RequestException as error:
            failure = error
            time.sleep(pause)
    raise _unreachable(entry, type(failure).__name__) from failure


def _unreachable(entry: LockedFile, reason: str) -> ArtifactUnreachableError:
    return ArtifactUnreachableError(f"cannot fetch {entry.name!r}: {reason}", hint=_HINT)
