"""What a caller needs to know about a running server."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

__all__ = ["Running"]


@dataclass(frozen=True, slots=True)
class Running:
    """A server that has answered a signed-in query.

    Attributes:
        uri: Bolt address on loopback.
        home: Data folder.
        browser: Address of Neo4j Browser; None when it is not served.
        pid: Process id of the server.
    """

    uri: str
    user: str
    password: str = field(repr=False)
    home: Path
    browser: str | None
    pid: int
