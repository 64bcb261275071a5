"""Bring a bundle into the cache: fetch what is missing, check it, put it in place.

Several processes may do this at once, and any of them may be killed at any time: one fetches and the others wait; a
file gets its final name only after its checksum was right; the marker is written last.
"""

from __future__ import annotations

import errno
import os
import shutil
import tempfile
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Final, NoReturn, TypeAlias

from memgraph_svc.artifacts.checksum import sha256_of
from memgraph_svc.artifacts.marker import read_marker, write_marker
from memgraph_svc.artifacts.maven import Resolver, maven_resolver
from memgraph_svc.artifacts.space import require_free_space
from memgraph_svc.errors import ArtifactDamagedError, ArtifactError, DiskFullError

if TYPE_CHECKING:
    from memgraph_svc.artifacts.bundle import Bundle
    from memgraph_svc.artifacts.lock import LockedFile

__all__ = ["Progress", "fetch", "verify"]

Progress: TypeAlias = Callable[[int, int, str], None]
"""Called with the number of files that are in place, the number of all files, and the name of the latest."""

_WAIT_SECONDS: Final = 1800.0
_STAGING: Final = ".staging-"
_FULL: Final = frozenset({errno.ENOSPC, errno.EDQUOT})


def fetch(
    bundle: Bundle,
    cache: Path,
    progress: Progress | None = None,
    *,
    threads: int = 8,
    resolver: Resolver | None = None,
) -> Path:
    """Make the bundle complete in the cache; a complete one costs one look at the size of each file.

    Args:
        bundle: What is fetched.
        cache: Folder of all bundles; made when it is missing.
        progress: Called in this thread, and only when files are missing.
        threads: How many files are fetched at once.
        resolver: Where files come from; None takes the Maven client.

    Returns:
        The folder that holds the files.

    Raises:
        ArtifactDamagedError: A file does not have its checksum.
        ArtifactUnreachableError: A file cannot be had.
        ArtifactError: The cache cannot be written, or another process fetches and does not end.
        DiskFullError: The files do not fit.
    """
    from filelock import FileLock, Timeout

    root = bundle.root(cache)
    if _is_complete(bundle, root):
        return root
    try:
        for folder in {Path(bundle.place(entry)).parent for entry in bundle.entries}:
            (root / folder).mkdir(parents=True, exist_ok=True)
        with FileLock(root / ".lock", timeout=_WAIT_SECONDS):
            if not _is_complete(bundle, root):
                with nullcontext(resolver) if resolver else maven_resolver(threads=threads) as chosen:
                    _complete(bundle, root, progress, threads, chosen)
    except Timeout as error:
        raise ArtifactError(
            f"another process has been fetching into {str(root)!r} for {_WAIT_SECONDS:.0f} s",
            hint="end that process, then run it again",
        ) from error
    except OSError as error:
        _raise_for(error, root)
    return root


def verify(bundle: Bundle, cache: Path) -> None:
    """Compute the checksum of every file; about a second for the server.

    Raises:
        ArtifactDamagedError: A file is missing or does not have its checksum.
    """
    root = bundle.root(cache)
    for entry in bundle.entries:
        path = root / bundle.place(entry)
        found = sha256_of(path) if path.is_file() else "no file"
        if found != entry.sha256:
            raise _damaged(path, entry, found)


def _is_complete(bundle: Bundle, root: Path) -> bool:
    """Whether each file is there with its recorded size.

    Raises:
        ArtifactDamagedError: A file changed its size since it was checked.
    """
    sizes = read_marker(root)
    if sizes is None:
        return False
    for entry in bundle.entries:
        path = root / bundle.place(entry)
        try:
            size = path.stat().st_size
        except FileNotFoundError:
            return False
        if size != sizes.get(bundle.place(entry)):
            found = sha256_of(path)
            if found != entry.sha256:
                raise _damaged(path, entry, found)
            return False
    return True


def _complete(bundle: Bundle, root: Path, progress: Progress | None, threads: int, resolver: Resolver) -> None:
    for left in root.glob(f"{_STAGING}*"):  # of a process that was killed; the lock says that none runs now
        shutil.rmtree(left, ignore_errors=True)
    targets = {entry: root / bundle.place(entry) for entry in bundle.entries}
    missing = {entry: path for entry, path in targets.items() if not _is_good(path, entry)}
    needed = bundle.about_bytes * len(missing) // len(targets)
    require_free_space(root, needed, purpose=f"{len(missing)} files of {bundle.name}")
    with tempfile.TemporaryDirectory(dir=root, prefix=_STAGING) as staging:
        fetched = _fetch_all(missing, Path(staging), threads, resolver)
        for done, entry in enumerate(fetched, len(targets) - len(missing) + 1):
            if progress:
                progress(done, len(targets), entry.name)
    write_marker(root, {bundle.place(entry): path.stat().st_size for entry, path in targets.items()})


def _fetch_all(
    targets: dict[LockedFile, Path], staging: Path, threads: int, resolver: Resolver
) -> Iterable[LockedFile]:
    def fetch_one(entry: LockedFile, target: Path) -> LockedFile:
        path = resolver(entry, Path(tempfile.mkdtemp(dir=staging)))
        found = sha256_of(path)
        if found != entry.sha256:
            raise ArtifactDamagedError(
                f"fetched {entry.name!r} has SHA-256 {found}, expected {entry.sha256}",
                hint="it was not kept; run it again, and look for a proxy or scanner that changes downloads",
            )
        os.replace(path, target)
        return entry

    pool = ThreadPoolExecutor(threads, thread_name_prefix="memgraph-fetch")
    try:
        for future in as_completed([pool.submit(fetch_one, *item) for item in targets.items()]):
            yield future.result()
    finally:
        # After the first failure the others need not be tried.
        pool.shutdown(wait=True, cancel_futures=True)


def _is_good(path: Path, entry: LockedFile) -> bool:
    return path.is_file() and sha256_of(path) == entry.sha256


def _damaged(path: Path, entry: LockedFile, found: str) -> ArtifactDamagedError:
    return ArtifactDamagedError(
        f"{str(path)!r} is damaged: SHA-256 is {found}, expected {entry.sha256}",
        hint=f"delete {str(path)!r} and run it again; only this file is then fetched",
    )


def _raise_for(error: OSError, root: Path) -> NoReturn:
    if error.errno in _FULL:
        raise DiskFullError(
            f"no space left while fetching into {str(root)!r}",
            hint="free disk space and run it again, or choose another folder with MEMGRAPH_CACHE",
        ) from error
    raise ArtifactError(
        f"cannot write the cache {str(root)!r}: {error.strerror or type(error).__name__}",
        hint="allow writing there, or choose another folder with MEMGRAPH_CACHE",
    ) from error
