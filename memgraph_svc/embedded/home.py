"""The data folder of a server."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

from memgraph_svc.errors import EmbeddedServerError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

__all__ = ["home_lock", "normal_home", "prepare_home"]

_FOLDERS: Final = ("conf", "data/dbms", "import", "logs", "run", "tmp")


def normal_home(home: Path) -> Path:
    """The same path for the same folder, whatever way it was written."""
    return home.expanduser().resolve()


def prepare_home(home: Path) -> None:
    """Make the folders, closed to other users.

    Raises:
        EmbeddedServerError: They cannot be made.
    """
    try:
        home.mkdir(mode=0o700, parents=True, exist_ok=True)
        for folder in _FOLDERS:
            (home / folder).mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise EmbeddedServerError(
            f"cannot write the data folder {str(home)!r}: {error.strerror or type(error).__name__}",
            hint="allow writing there, or choose another folder with MEMGRAPH_HOME",
        ) from error


@contextmanager
def home_lock(home: Path, timeout_seconds: float) -> Iterator[None]:
    """Let one process at a time start or stop the server of a home.

    Raises:
        EmbeddedServerError: Another process did not end in time.
    """
    from filelock import FileLock, Timeout

    lock = FileLock(home / ".lock")
    try:
        lock.acquire(timeout=timeout_seconds)
    except Timeout as error:
        raise EmbeddedServerError(
            f"another process has been starting or stopping the server of {str(home)!r} for {timeout_seconds:.0f} s",
            hint="wait for it or end it, then run it again",
        ) from error
    try:
        yield
    finally:
        lock.release()
