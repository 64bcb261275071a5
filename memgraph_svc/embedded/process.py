"""The process of the server."""

from __future__ import annotations

import os
import subprocess
from typing import TYPE_CHECKING, Final

import psutil

from memgraph_svc.embedded.java import MAIN_CLASS, server_environment

if TYPE_CHECKING:
    from pathlib import Path

__all__ = ["end_process", "exit_code", "find_server", "spawn"]


class _Outliving(subprocess.Popen[bytes]):
    """A child that may outlive this process, of which Popen would complain."""

    def __del__(self) -> None:
        """Leave the child alone."""


# A child that has ended stays in the process table until its parent asks for it; so children are remembered.
_children: Final[dict[int, _Outliving]] = {}

_KILL_SECONDS: Final = 10.0


def spawn(command: list[str], log: Path) -> int:
    """Start a process that outlives this one, and give its process id; the log takes what the process prints."""
    with log.open("wb") as out:
        child = _Outliving(
            command,
            stdin=subprocess.DEVNULL,
            stdout=out,
            stderr=subprocess.STDOUT,
            env=server_environment(),
            # Ctrl-C in the terminal is for the caller, and a closed terminal must not end the server.
            start_new_session=os.name == "posix",
            creationflags=getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0),
        )
    _children[child.pid] = child
    return child.pid


def find_server(home: Path, pid: int | None) -> psutil.Process | None:
    """The process if it is alive and is the server of this home; a number that another program got since is not."""
    if pid is None:
        return None
    child = _children.get(pid)
    if child is not None and child.poll() is not None:
        return None
    try:
        process = psutil.Process(pid)
        command = process.cmdline()
        if process.status() == psutil.STATUS_ZOMBIE:
            return None
    except psutil.Error:
        return None
    return process if MAIN_CLASS in command and f"--home-dir={home}" in command else None


def exit_code(pid: int) -> int | None:
    """Exit code of an ended child of this process; None when it is not known."""
    child = _children.get(pid)
    return child.poll() if child is not None else None


def end_process(process: psutil.Process, timeout_seconds: float) -> None:
    """Ask the process to stop, wait, and kill it when it does not."""
    try:
        process.terminate()
        _wait(process, timeout_seconds)
    except psutil.NoSuchProcess:
        return
    except (psutil.TimeoutExpired, subprocess.TimeoutExpired):
        process.kill()
        _wait(process, _KILL_SECONDS)


def _wait(process: psutil.Process, timeout_seconds: float) -> None:
    child = _children.pop(process.pid, None)
    if child is not None:
        try:
            child.wait(timeout_seconds)
        except subprocess.TimeoutExpired:
            _children[process.pid] = child
            raise
    else:
        process.wait(timeout_seconds)
