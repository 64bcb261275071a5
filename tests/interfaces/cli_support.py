"""What a command did, and the environment that it runs in."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from memgraph_svc.settings import Settings

__all__ = ["Answer", "Run", "environment_of"]


@dataclass(frozen=True)
class Answer:
    """What a command did."""

    code: int
    out: str
    err: str

    @property
    def document(self) -> Any:
        """The one JSON document on standard output."""
        assert self.out, self.err
        return json.loads(self.out)

    @property
    def error(self) -> str:
        """The one line on standard error."""
        lines = self.err.splitlines()
        assert len(lines) == 1, self.err
        assert lines[0].startswith("error: "), self.err
        assert lines[0].endswith(")"), "says what to do"
        return lines[0]


class Run(Protocol):
    """Runs a command."""

    def __call__(self, *args: str, given: str | bytes | None = None, **variables: str | None) -> Answer: ...


def environment_of(server: Settings, namespace: str) -> dict[str, str]:
    """Variables that a command needs to work on the test server, with models that need no download."""
    assert server.neo4j_uri is not None
    assert server.neo4j_password is not None
    return {
        "MEMGRAPH_NEO4J_URI": server.neo4j_uri,
        "MEMGRAPH_NEO4J_USER": server.neo4j_user,
        "MEMGRAPH_NEO4J_PASSWORD": server.neo4j_password.get_secret_value(),
        "MEMGRAPH_NAMESPACE": namespace,
        "MEMGRAPH_EMBEDDER": "hashing",
        "MEMGRAPH_EXTRACTOR": "heuristic",
    }
