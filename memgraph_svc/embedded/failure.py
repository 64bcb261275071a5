"""From what a failed start wrote to the error that says what to do."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from memgraph_svc.errors import DiskFullError, EmbeddedServerError, HomeInUseError, MemgraphError, PortTakenError

if TYPE_CHECKING:
    from pathlib import Path

    from memgraph_svc.embedded.logs import ServerLog

__all__ = ["start_failure"]

_PORT: Final = ("Address already in use", "PortBindException", "BindException")
_HOME: Final = ("StoreLockException", "FileLockException", "Lock file has been locked by another process")
_DISK: Final = ("No space left on device", "There is not enough space on the disk")
_MEMORY: Final = ("Could not reserve enough space", "OutOfMemoryError", "Cannot allocate memory")


def start_failure(home: Path, log: ServerLog, what: str) -> MemgraphError:
    """The error for a start that did not succeed, from its log and from what was seen from outside."""
    text = log.text()
    if _any(text, _HOME):
        return HomeInUseError(
            f"another server runs on {str(home)!r}",
            hint="stop that one, or choose another folder with MEMGRAPH_HOME",
        )
    if _any(text, _PORT):
        return PortTakenError(
            "another program took a port of the server while it started",
            hint="run it again, or choose another port",
        )
    if _any(text, _DISK):
        return DiskFullError(
            f"no space left in {str(home)!r}",
            hint="free disk space and run it again, or choose another folder with MEMGRAPH_HOME",
        )
    if _any(text, _MEMORY):
        return EmbeddedServerError(
            f"{what}: not enough memory for the server",
            hint="close other programs, or ask for a smaller heap",
        )
    return EmbeddedServerError(f"{what}: {log.reason()}", hint=f"see {log.path} and {log.console}")


def _any(text: str, marks: tuple[str, ...]) -> bool:
    return any(mark in text for mark in marks)
