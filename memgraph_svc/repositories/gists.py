"""Gists of sessions and their pages, to and from the graph."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from memgraph_svc.domain._model import validated
from memgraph_svc.domain.episode import EpisodeKind
from memgraph_svc.domain.gist import Gist, PageGist
from memgraph_svc.domain.identity import gist_id, namespace_token
from memgraph_svc.domain.instant import from_ms
from memgraph_svc.errors import CRLError, InvalidInputError
from memgraph_svc.graph.codec import decode_instant, encode_instant

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from datetime import datetime

    from numpy.typing import NDArray

    from memgraph_svc.graph.graph import Row, Runner

__all__ = ["GistRepository", "NewGist", "NewPage", "SessionGist", "StoredTurn"]

_SESSIONS: Final = 500
_READS: Final = 3


@dataclass(frozen=True, slots=True)
class StoredTurn:
    """A turn of a session as it was kept."""

    episode_id: str
    turn: int
    kind: EpisodeKind
    role: str | None
    content: str
    conversation_id: str | None
    occurred_at: datetime


@dataclass(frozen=True, slots=True)
class SessionGist:
    """A session, how many turns it has, and what its gist was made from; None where it has no gist."""

    session_id: str
    turns: int
    source_hash: str | None


@dataclass(frozen=True, slots=True)
class NewPage:
    """A page to be written; ``embedding`` is a (dimension,) unit vector."""

    page: PageGist
    embedding: NDArray[np.float32]
    episode_ids: Sequence[str]
    occurred_at: datetime


@dataclass(frozen=True, slots=True)
class NewGist:
    """A gist to be written; its version is decided by the store. ``embedding`` is a (dimension,) unit vector."""

    gist: Gist
    embedding: NDArray[np.float32]
    pages: Sequence[NewPage]
    conversation_id: str | None
    occurred_at: datetime


@dataclass(frozen=True, slots=True)
class GistRepository:
    """Gists of one graph or unit of work."""

    runner: Runner

    def list_turns(self, namespace: str, session_id: str) -> list[StoredTurn]:
        """Turns of a session in order, archived ones too; none where there is no such session."""
        rows = self.runner.run("gists.list_turns", namespace=namespace, session_id=session_id)
        return [
            StoredTurn(
                row["episode_id"], row["turn"], EpisodeKind(row["kind"]), row["role"], row["content"],
                row["conversation_id"], from_ms(row["occurred_at_ms"]),
            )
            for row in rows
            if row["episode_id"] is not None  # one that was deleted while the session was read has lost its properties
        ]  # fmt: skip

    def list_vectors(self, namespace: str, session_id: str) -> dict[str, NDArray[np.float32]]:
        """(dimension,) unit vectors of the turns of a session."""
        rows = self.runner.run("gists.list_vectors", namespace=namespace, session_id=session_id)
        return {row["episode_id"]: np.asarray(row["embedding"], dtype=np.float32) for row in rows if row["episode_id"]}

    def get(self, namespace: str, session_id: str) -> Gist | None:
        """Read the gist of a session with its pages; None where it has none.

        Raises:
            CRLError: What is stored of it is damaged.
        """
        key = gist_id(namespace, session_id)
        rows: list[Row] = []
        for _ in range(_READS):
            rows = self.runner.run("gists.get", namespace=namespace, gist_id=key)
            if all(row["session_id"] and all(page["page_id"] for page in row["pages"]) for row in rows):
                break  # one that was replaced while it was read has lost its properties
        if not rows:
            return None
        row = {**rows[0], "gist_id": key, "recorded_at": decode_instant(rows[0]["recorded_at_ms"])}
        del row["recorded_at_ms"]
        try:
            return validated(Gist, row)
        except InvalidInputError as error:
            raise CRLError(
                f"what is stored of the gist is damaged: {error.field} {error.rule}",
                hint=f"memgraph-svc compress --session {session_id}",
            ) from None

    def find_source_hash(self, namespace: str, session_id: str) -> str | None:
        """Hash of what the gist of a session was made from; empty where it does not say, None where there is none."""
        key = gist_id(namespace, session_id)
        rows = self.runner.run("gists.find_source_hash", namespace=namespace, gist_id=key)
        return rows[0]["source_hash"] if rows else None

    def create(self, namespace: str, new: NewGist) -> int:
        """Write a gist in the place of the one that its locked session had; returns its version."""
        gist = new.gist
        common = {
            "ns_token": namespace_token(namespace),
            "session_id": gist.session_id,
            "conversation_id": new.conversation_id,
            **encode_instant("recorded_at", gist.recorded_at),
        }
        self.delete(namespace, gist.session_id)
        # of a gist that was lost, pages may be left
        self.runner.run("gists.delete_pages", namespace=namespace, page_ids=[page.page.page_id for page in new.pages])
        written = gist.model_dump(exclude={"gist_id", "session_id", "version", "recorded_at", "pages"})
        props = common | written | encode_instant("occurred_at", new.occurred_at)
        version = self.runner.run(
            "gists.create", namespace=namespace, session_id=gist.session_id, gist_id=gist.gist_id, props=props,
            embedding=new.embedding.tolist(),
        )[0]["version"]  # fmt: skip
        rows = [_page_row(page, common) for page in new.pages]
        self.runner.run("gists.create_pages", namespace=namespace, gist_id=gist.gist_id, rows=rows)
        return version

    def set_retention(self, namespace: str, gist: Gist) -> bool:
        """Keep the retention of a gist; whether it was still the stored one."""
        return bool(
            self.runner.run(
                "gists.set_retention", namespace=namespace, gist_id=gist.gist_id, version=gist.version,
                retention=gist.retention,
            )
        )  # fmt: skip

    def delete(self, namespace: str, session_id: str) -> int:
        """Delete the gist of a session with its pages; returns how many gists there were."""
        key = gist_id(namespace, session_id)
        return self.runner.run("gists.delete", namespace=namespace, gist_id=key)[0]["deleted"]

    def iterate_sessions(self, namespace: str, *, after: str = "") -> Iterator[SessionGist]:
        """Yield the sessions of a namespace in the order of their ids."""
        while True:
            rows = self.runner.run("gists.list_sessions", namespace=namespace, after=after, limit=_SESSIONS)
            found = [SessionGist(**row) for row in rows if row["session_id"] is not None]
            yield from found
            if len(rows) < _SESSIONS or not found:
                return
            after = found[-1].session_id

    def list_orphans(self, namespace: str) -> list[str]:
        """Ids of the sessions of gists and pages that belong to nothing."""
        rows = self.runner.run("gists.list_orphans", namespace=namespace)
        return sorted({row["session_id"] for row in rows if row["session_id"] is not None})

    def delete_orphans(self, namespace: str) -> int:
        """Delete gists and pages that belong to nothing; returns how many."""
        return self.runner.run("gists.delete_orphans", namespace=namespace)[0]["deleted"]

    def list_covered(self, namespace: str, page_id: str) -> list[str]:
        """Ids of the episodes of a page, in order."""
        rows = self.runner.run("gists.list_covered", namespace=namespace, page_id=page_id)
        return [row["episode_id"] for row in rows if row["episode_id"] is not None]


def _page_row(new: NewPage, common: Mapping[str, Any]) -> dict[str, Any]:
    props = new.page.model_dump(exclude={"page_id"}) | encode_instant("occurred_at", new.occurred_at)
    return {
        "page_id": new.page.page_id,
        "props": {**common, **props},
        "embedding": new.embedding.tolist(),
        "episode_ids": list(new.episode_ids),
    }
