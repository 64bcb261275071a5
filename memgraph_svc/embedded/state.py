"""What is known about the server of a home: kept over restarts, readable by its owner only."""

from __future__ import annotations

import os
import secrets
import tempfile
from pathlib import Path
from typing import Final

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from memgraph_svc.embedded.profile import Profile
from memgraph_svc.errors import EmbeddedServerError

__all__ = ["STATE_FILE", "ServerState", "load_state", "new_password", "save_state"]

STATE_FILE: Final = "server.json"


class ServerState(BaseModel):
    """Contents of ``server.json``."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    user: str = Field(default="neo4j", description="user that signs in")
    password: str = Field(repr=False, description="made once for a home")
    bolt_port: int = Field(description="port of the latest start; used again when it is free")
    http_port: int | None = Field(default=None, description="port of the latest start with Browser")
    browser: bool = Field(default=False, description="whether the running server serves Browser")
    profile: Profile = Field(default=Profile.FAST, description="profile of the latest start")
    pid: int | None = Field(default=None, description="process id; none after an orderly stop")


def new_password() -> str:
    """A random password of letters, digits, ``-`` and ``_``."""
    return secrets.token_urlsafe(18)


def load_state(home: Path) -> ServerState | None:
    """State of a home; None when no server was ever started there.

    Raises:
        EmbeddedServerError: The file is there and cannot be used.
    """
    path = home / STATE_FILE
    try:
        return ServerState.model_validate_json(path.read_bytes())
    except FileNotFoundError:
        return None
    except (OSError, ValidationError) as error:
        raise EmbeddedServerError(
            f"{str(path)!r} is not readable",
            hint="it holds the password of the store: restore it, or move the whole folder away to start afresh",
        ) from error


def save_state(home: Path, state: ServerState) -> None:
    """Replace the state in one step; the file is readable by its owner only from the beginning."""
    handle, part = tempfile.mkstemp(dir=home, prefix=f".{STATE_FILE}.")
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as stream:
            stream.write(state.model_dump_json(indent=2))
            stream.flush()
            os.fsync(stream.fileno())
        os.replace(part, home / STATE_FILE)
    except BaseException:
        Path(part).unlink(missing_ok=True)
        raise
