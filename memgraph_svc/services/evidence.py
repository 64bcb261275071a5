"""The statement that draws the evidence of a hit in Neo4j Browser."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from memgraph_svc.graph.catalog import query_files

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from memgraph_svc.domain.query import SearchFilter

__all__ = ["evidence_query"]

_QUERY: Final = "inspect.evidence"


def evidence_query(
    filters: SearchFilter, seeds: Sequence[str], episode_id: str | None, now: datetime, path: Sequence[str]
) -> tuple[str, dict[str, object]]:
    """Return the packaged statement and its parameters. The values stay parameters: Browser takes them by ``:params``.

    Args:
        filters: Tenant, and the instants at which the evidence must hold and be known.
        seeds: Canonical names of the entities to start from.
        episode_id: Episode to arrive at.
        now: Instant at which it must hold where the filter gives none.
        path: Ids of the nodes of the strongest path, from its seed to the episode; may be empty.
    """
    text = query_files("inspect")[_QUERY].strip()
    times = {"at_ms": filters.at_ms(now), "to_ms": filters.walk_to_ms, "known_ms": filters.known_ms}
    keys = {"namespace": filters.namespace, "seeds": list(seeds), "episode_id": episode_id, "path": list(path)}
    return text, {**keys, "archived": filters.archived_states, **times}
