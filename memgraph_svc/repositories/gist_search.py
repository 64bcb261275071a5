"""Finding gists and pages, and reading what a reader needs of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from memgraph_svc.domain.gist import GistKind
from memgraph_svc.domain.identity import gist_id
from memgraph_svc.domain.instant import from_ms
from memgraph_svc.graph.filters import overfetch
from memgraph_svc.graph.identifiers import Index

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    import numpy as np
    from numpy.typing import NDArray

    from memgraph_svc.domain.gist_query import GistQuery
    from memgraph_svc.domain.query import ScopeFilter
    from memgraph_svc.graph.graph import Runner

__all__ = ["GistRow", "GistSearchRepository", "Summary"]

_NEAREST: Final = {
    (GistKind.GIST, False): "gists.nearest",
    (GistKind.GIST, True): "gists.nearest_of_conversation",
    (GistKind.PAGE, False): "gists.nearest_pages",
    (GistKind.PAGE, True): "gists.nearest_pages_of_conversation",
}
"""Query for a kind, without a conversation and with one: a null never reaches the vector index."""

_WORDS: Final = {GistKind.GIST: Index.GIST_FULLTEXT, GistKind.PAGE: Index.PAGE_FULLTEXT}


@dataclass(frozen=True, slots=True)
class GistRow:
    """What is shown of a gist or page."""

    id: str
    kind: GistKind
    text: str
    session_id: str
    occurred_at: datetime


@dataclass(frozen=True, slots=True)
class Summary:
    """A gist to read, and the turns that it covers; None where it has no pages."""

    gist_id: str
    session_id: str
    text: str
    first_turn: int | None
    last_turn: int | None


@dataclass(frozen=True, slots=True)
class GistSearchRepository:
    """Searches of the gists of one graph."""

    runner: Runner

    def nearest(self, asked: GistQuery, vector: NDArray[np.float32], *, limit: int) -> dict[str, float]:
        """Cosine of the gists and pages nearest to a (dimension,) unit vector; of a session exactly, of all its own."""
        wanted: dict[str, Any] = {**_scope(asked), "vector": vector.tolist(), "limit": limit}
        if asked.session_id is not None:
            key, kinds = gist_id(asked.namespace, asked.session_id), [kind.value for kind in asked.kinds]
            rows = self.runner.run(
                "gists.compare", **wanted, gist_id=key, kinds=kinds, conversation_id=asked.conversation_id
            )
            return {row["id"]: row["cosine"] for row in rows}
        given = {} if asked.conversation_id is None else {"conversation_id": asked.conversation_id}
        found: dict[str, float] = {}
        for kind in dict.fromkeys(asked.kinds):
            rows = self.runner.run(_NEAREST[kind, bool(given)], **wanted, **given, fetch=overfetch(limit))
            # one that was deleted while the index was searched has no id any more
            found |= {row["id"]: row["cosine"] for row in rows if row["id"] is not None}
        return found

    def fulltext(self, asked: GistQuery, lucene: str, *, limit: int) -> dict[str, str]:
        """Texts of the gists and pages that hold words of a question, at most so many of a kind, in no order."""
        found: dict[str, str] = {}
        for kind in dict.fromkeys(asked.kinds):
            rows = self.runner.run(
                "gists.fulltext", **_scope(asked), index=_WORDS[kind].value, session_id=asked.session_id,
                conversation_id=asked.conversation_id, lucene=lucene, limit=limit,
            )  # fmt: skip
            found |= {row["id"]: row["text"] for row in rows}
        return found

    def hydrate(self, namespace: str, ids: Sequence[str]) -> dict[str, GistRow]:
        """Read gists and pages by id; one that is gone by now is absent."""
        rows = self.runner.run("gists.hydrate", namespace=namespace, ids=list(ids))
        return {
            row["id"]: GistRow(
                row["id"], GistKind(row["kind"]), row["text"], row["session_id"], from_ms(row["occurred_at_ms"])
            )
            for row in rows
        }

    def holds_any(self, namespace: str) -> bool:
        """Whether the namespace holds a gist."""
        return bool(self.runner.run("gists.any", namespace=namespace))

    def find_first(self, filters: ScopeFilter, session_ids: Sequence[str]) -> Summary | None:
        """Gist of the first of these sessions that has one which passes the bounds of time."""
        rows = self.runner.run(
            "gists.find_first",
            namespace=filters.namespace,
            gist_ids=[gist_id(filters.namespace, session_id) for session_id in session_ids],
            to_ms=filters.to_ms,
            known_ms=filters.known_ms,
        )
        return Summary(**rows[0]) if rows else None


def _scope(asked: GistQuery) -> dict[str, Any]:
    return {
        "namespace": asked.namespace,
        "from_ms": asked.from_ms,
        "to_ms": asked.to_ms,
        "known_ms": asked.known_ms,
    }
