"""The statement that draws the evidence of a hit in Neo4j Browser."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from memgraph_svc.graph.catalog import query_files

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["evidence_query"]

_QUERY: Final = "inspect.evidence"


def evidence_query(namespace: str, seeds: Sequence[str], episode_id: str | None) -> tuple[str, dict[str, object]]:
    """Return the packaged statement and its parameters. The values stay parameters: Browser takes them by ``:params``.

    Args:
        namespace: Tenant.
        seeds: Canonical names of the entities to start from.
        episode_id: Episode to arrive at.
    """
    text = query_files("inspect")[_QUERY].strip()
    return text, {"namespace": namespace, "seeds": list(seeds), "episode_id": episode_id}
