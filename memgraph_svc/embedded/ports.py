"""Ports on loopback."""

from __future__ import annotations

import os
import socket
import time
from typing import Final

from memgraph_svc.errors import InvalidInputError, PortTakenError

__all__ = ["LOOPBACK", "choose_port", "is_free"]

LOOPBACK: Final = "127.0.0.1"
_HIGHEST: Final = 65_535
_CONNECT_SECONDS: Final = 1.0
_RELEASE_SECONDS: Final = 2.0
_PAUSE_SECONDS: Final = 0.05


def is_free(port: int) -> bool:
    """Whether a server could listen on this port of loopback now."""
    with socket.socket() as probe:
        probe.settimeout(_CONNECT_SECONDS)
        # Some systems let a loopback port be bound although a program listens on it on all addresses.
        if probe.connect_ex((LOOPBACK, port)) == 0:
            return False
    with socket.socket() as probe:
        if os.name == "posix":  # else a port that was in use a minute ago counts as taken
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((LOOPBACK, port))
        except OSError:
            return False
    return True


def choose_port(name: str, asked: int | None, latest: int | None) -> int:
    """The asked port, else the latest one if it is free, else any free one; the name is for messages.

    Raises:
        InvalidInputError: The asked port is no port.
        PortTakenError: The asked port cannot be used.
    """
    if asked is not None:
        if not 1 <= asked <= _HIGHEST:
            raise InvalidInputError(name, f"must be 1 to {_HIGHEST}")
        if not _gets_free(asked):
            raise PortTakenError(
                f"port {asked} ({name}) is taken or not allowed",
                hint="choose another port, or none to get a free one",
            )
        return asked
    if latest is not None and _gets_free(latest):
        return latest
    with socket.socket() as probe:
        probe.bind((LOOPBACK, 0))
        return int(probe.getsockname()[1])


def _gets_free(port: int) -> bool:
    """Whether the port is free, or is so in a moment: a killed server lets go of it after it is gone from the list."""
    end = time.monotonic() + _RELEASE_SECONDS
    while not is_free(port):
        if time.monotonic() > end:
            return False
        time.sleep(_PAUSE_SECONDS)
    return True
