"""The first user of a new store."""

from __future__ import annotations

import hashlib
import os
import secrets
from typing import TYPE_CHECKING, Final

from memgraph_svc.errors import EmbeddedServerError

if TYPE_CHECKING:
    from pathlib import Path

__all__ = ["auth_line", "has_store", "require_new_store", "write_initial_user"]

_ROUNDS: Final = 1024
_SALT_BYTES: Final = 32


def auth_line(user: str, password: str, *, salt: bytes) -> str:
    """The line from which Neo4j makes its first user, with the salted and iterated SHA-256 of the password."""
    digest = hashlib.sha256(salt + password.encode()).digest()
    for _ in range(_ROUNDS - 1):
        digest = hashlib.sha256(digest).digest()
    return f"{user}:SHA-256,{digest.hex()},{salt.hex()},{_ROUNDS}:\n"


def has_store(home: Path) -> bool:
    """Whether Neo4j has made its store here; from then on it reads no initial user."""
    return (home / "data" / "databases" / "system").exists()


def require_new_store(home: Path) -> None:
    """Refuse a home whose password is not known.

    Raises:
        EmbeddedServerError: There is a store, but nobody here knows how to sign in.
    """
    if has_store(home):
        raise EmbeddedServerError(
            f"{str(home)!r} holds a store whose password is not known",
            hint="restore its server.json, or move the whole folder away to start afresh",
        )


def write_initial_user(home: Path, user: str, password: str) -> None:
    """Give a new store its user, so that no sign-in without the password is ever possible; nothing on an old store."""
    if has_store(home):
        return
    path = home / "data" / "dbms" / "auth.ini"
    path.unlink(missing_ok=True)
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="ascii") as stream:
        stream.write(auth_line(user, password, salt=secrets.token_bytes(_SALT_BYTES)))
