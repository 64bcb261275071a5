"""Names of our projections: they tell whose they are, so that what nobody owns any more can be found."""

from __future__ import annotations

import os
import platform
import re
import uuid
from datetime import timedelta
from typing import Final

import psutil

from memgraph_svc.domain.identity import digest

__all__ = ["CALL_LIFE", "HOT_LIFE", "PROJECTION_PREFIX", "call_name", "hot_name", "is_leftover"]

PROJECTION_PREFIX: Final = "memgraph_"
"""Beginning of every projection's name; the rest is unique."""

HOT_LIFE: Final = timedelta(hours=12)
"""How long a projection is used; then it is made anew."""

CALL_LIFE: Final = timedelta(minutes=10)
"""Longest that a call lives."""

_HOT: Final = re.compile(rf"{PROJECTION_PREFIX}hot_([0-9a-f]+)_([0-9]+)_([0-9]+)_[0-9a-f]+")
_SAME_SECONDS: Final = 2
"""By how much the beginning of one process may differ when it is read twice: the clock is set in between."""


def call_name() -> str:
    """Name of a projection that is dropped at the end of the call."""
    return f"{PROJECTION_PREFIX}{uuid.uuid4().hex}"


def hot_name() -> str:
    """Name of a projection that this process keeps between calls."""
    return f"{PROJECTION_PREFIX}hot_{_machine()}_{os.getpid()}_{_began(os.getpid())}_{uuid.uuid4().hex}"


def is_leftover(name: str, age: timedelta, *, call_life: timedelta = CALL_LIFE) -> bool:
    """Whether nobody uses a projection any more.

    That of a call is left over when it is older than any call lives. A kept one is when its process has ended, which
    is known of processes of this machine, or when it is twice as old as a process uses it.
    """
    hot = _HOT.fullmatch(name)
    if hot is None:
        return name.startswith(PROJECTION_PREFIX) and age > call_life
    ended = hot[1] == _machine() and abs(_began(int(hot[2])) - int(hot[3])) > _SAME_SECONDS
    return ended or age > 2 * HOT_LIFE


def _machine() -> str:
    return digest([platform.node(), uuid.getnode()], size=4)


def _began(pid: int) -> int:
    """When a process began, in seconds; 0 when there is none. A number is given to another process in time."""
    try:
        return int(psutil.Process(pid).create_time())
    except psutil.Error:
        return 0
