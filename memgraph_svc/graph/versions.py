"""Versions of the server and its plugin that this package was built for."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from memgraph_svc.errors import ConfigurationError, QueryFailedError

if TYPE_CHECKING:
    from memgraph_svc.graph.graph import Graph

__all__ = ["NEEDED_GDS", "NEEDED_SERVER", "check_versions"]

NEEDED_SERVER: Final = "2026.08"
"""Oldest Neo4j: vector search with filters inside the index."""

NEEDED_GDS: Final = "2.26"
"""Oldest Graph Data Science: weighted source nodes of PageRank."""


def check_versions(graph: Graph) -> tuple[str, str]:
    """Return the versions of server and plugin.

    Raises:
        ConfigurationError: One is missing or too old; names found and needed.
    """
    components = {row["name"]: row["version"] for row in graph.run("admin.server_components")}
    server = components.get("Neo4j Kernel", "unknown")
    if _numbers(server) < _numbers(NEEDED_SERVER):
        raise ConfigurationError(f"the server is Neo4j {server}, needed is {NEEDED_SERVER} or newer", hint="update it")
    try:
        gds = graph.run("admin.gds_version")[0]["version"]
    except QueryFailedError as error:
        raise ConfigurationError(
            f"Graph Data Science is not installed on the server, needed is {NEEDED_GDS} or newer",
            hint="install the plugin, or use the embedded server: memgraph-svc up",
        ) from error
    if _numbers(gds) < _numbers(NEEDED_GDS):
        raise ConfigurationError(
            f"the server has Graph Data Science {gds}, needed is {NEEDED_GDS} or newer", hint="update the plugin"
        )
    return server, gds


def _numbers(version: str) -> tuple[int, ...]:
    return tuple(int(n) for n in re.findall(r"\d+", version)[:2])
