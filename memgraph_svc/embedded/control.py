"""Look at and stop the server of a home, also from another process than the one that started it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from memgraph_svc.embedded.home import home_lock, normal_home
from memgraph_svc.embedded.ports import LOOPBACK
from memgraph_svc.embedded.process import end_process, find_server
from memgraph_svc.embedded.readiness import answers
from memgraph_svc.embedded.running import Running
from memgraph_svc.embedded.state import load_state, save_state

if TYPE_CHECKING:
    from pathlib import Path

    from memgraph_svc.embedded.state import ServerState

__all__ = ["down", "running_from", "status"]

_STOP_SECONDS: Final = 60.0
_LOCK_SECONDS: Final = 300.0


def status(home: Path) -> Running | None:
    """The server of this home, when it is alive and answers a signed-in query now; None otherwise.

    Raises:
        EmbeddedServerError: The record of the server cannot be used, or the server refuses its password.
    """
    home = normal_home(home)
    state = load_state(home)
    process = find_server(home, state.pid) if state is not None else None
    if state is None or process is None:
        return None
    running = running_from(home, state, process.pid)
    return running if answers(running.uri, running.user, running.password) else None


def down(home: Path, *, timeout_seconds: float = _STOP_SECONDS) -> bool:
    """Stop the server of this home; one that does not end in time is killed, which loses no committed data.

    Returns:
        False when none was running.

    Raises:
        EmbeddedServerError: The record of the server cannot be used, or another process starts it and does not end.
    """
    home = normal_home(home)
    if load_state(home) is None:
        return False
    with home_lock(home, _LOCK_SECONDS):
        state = load_state(home)
        process = find_server(home, state.pid) if state else None
        if process:
            end_process(process, timeout_seconds)
        if state and state.pid is not None:
            save_state(home, state.model_copy(update={"pid": None}))
        return process is not None


def running_from(home: Path, state: ServerState, pid: int) -> Running:
    """What a caller needs to know, from the record of a running server."""
    bolt = f"{LOOPBACK}:{state.bolt_port}"
    page = f"http://{LOOPBACK}:{state.http_port}/browser/?dbms=bolt://{state.user}@{bolt}"
    return Running(
        uri=f"bolt://{bolt}",
        user=state.user,
        password=state.password,
        home=home,
        browser=page if state.browser else None,
        pid=pid,
    )
