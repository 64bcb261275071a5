"""The one form in which a search filter reaches a query."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from memgraph_svc.domain.query import SearchFilter

__all__ = ["filter_parameters", "optional_parameters", "overfetch", "time_parameters"]

_ROOM: Final = 200
_FEWEST: Final = 600


def overfetch(limit: int) -> int:
    """How many hits a vector index is asked for when so many are wanted.

    The index is approximate, and with all namespaces in one graph, another namespace may change the last of its hits.
    Among 100,000 unit vectors in groups of ten, the first ten of 600 held 0.99 of the true ones under a filter.
    """
    return max(limit + _ROOM, _FEWEST)


def filter_parameters(filters: SearchFilter) -> dict[str, Any]:
    """Query parameters of a filter; those that may be absent are left out."""
    return {
        "namespace": filters.namespace,
        "kinds": [kind.value for kind in filters.kinds],
        "archived": filters.archived_states,
        "from_ms": filters.from_ms,
        "to_ms": filters.to_ms,
        "known_ms": filters.known_ms,
    }


def optional_parameters(filters: SearchFilter) -> dict[str, str | None]:
    """Query parameters of a filter that may be null."""
    return {"session_id": filters.session_id, "conversation_id": filters.conversation_id}


def time_parameters(filters: SearchFilter) -> dict[str, Any]:
    """Query parameters that say which mentions count at the instants of a filter."""
    return {"any_time": filters.any_time, "to_ms": filters.walk_to_ms, "known_ms": filters.known_ms}
