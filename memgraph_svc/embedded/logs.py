"""The logs of a server."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Final

from memgraph_svc.embedded.config import log_text

if TYPE_CHECKING:
    from pathlib import Path

__all__ = ["ServerLog", "write_log_configuration"]

_MARKS: Final = (" ERROR ", "Caused by", "Error: ", "Exception", "error]")
_LINE_CHARACTERS: Final = 300
_LINES: Final = 3


class ServerLog:
    """What one start wrote: the log of Neo4j from its present end on, and what Java printed.

    Args:
        home: Data folder of the server.
    """

    def __init__(self, home: Path) -> None:
        self.path = home / "logs" / "neo4j.log"
        self.console = home / "logs" / "console.log"
        self._start = 0

    def begin(self) -> None:
        """Leave out what is there now; the printed lines of the start before are kept once."""
        self._start = self.path.stat().st_size if self.path.exists() else 0
        if self.console.exists():
            os.replace(self.console, self.console.with_name("console.log.1"))

    def text(self) -> str:
        """All that the start wrote so far."""
        return self._server_text() + _read(self.console, 0)

    def has(self, mark: str) -> bool:
        """Whether Neo4j wrote these words since ``begin``."""
        return mark in self._server_text()

    def reason(self) -> str:
        """The last lines that tell of an error, else the last lines; in one line."""
        lines = [line.strip() for line in self.text().splitlines() if line.strip()]
        telling = [line for line in lines if any(mark in line for mark in _MARKS)] or lines
        return "; ".join(line[:_LINE_CHARACTERS] for line in telling[-_LINES:]) or "it wrote nothing"

    def _server_text(self) -> str:
        rotated = self.path.exists() and self.path.stat().st_size < self._start
        return _read(self.path, 0 if rotated else self._start)


def write_log_configuration(home: Path) -> None:
    """Write what bounds the logs of the server, instead of its defaults of more than 500 MB."""
    (home / "conf" / "user-logs.xml").write_text(log_text("neo4j", with_class=False), encoding="utf-8")
    (home / "conf" / "server-logs.xml").write_text(log_text("debug", with_class=True), encoding="utf-8")


def _read(path: Path, start: int) -> str:
    try:
        with path.open("rb") as stream:
            stream.seek(start)
            return stream.read().decode("utf-8", errors="replace")
    except FileNotFoundError:
        return ""
