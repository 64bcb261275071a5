"""What is asked of a search of gists and pages."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pydantic import Field, field_validator

from memgraph_svc.domain.gist import GistKind
from memgraph_svc.domain.query import Question, ScopeFilter, SearchMode

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["GistQuery", "asks_for_gists"]


class GistQuery(ScopeFilter, Question):
    """A search of gists and pages; the time of either is that of its last turn."""

    kinds: tuple[GistKind, ...] = Field(min_length=1)
    include_archived: bool = Field(default=False, description="changes nothing: a gist is not archived")

    @field_validator("mode")
    @classmethod
    def _no_walk(cls, value: SearchMode) -> SearchMode:
        if value is SearchMode.PPR:
            raise ValueError("ppr finds episodes; gists and pages take auto, hybrid, relevance or fulltext")
        return value


def asks_for_gists(options: Mapping[str, Any]) -> bool:
    """Whether the options of a search ask for gists or pages alone, so that :class:`GistQuery` holds them."""
    kinds = options.get("kinds")
    return (
        isinstance(kinds, list | tuple | set | frozenset)
        and bool(kinds)
        and all(kind in tuple(GistKind) for kind in kinds)
    )
