"""Gists whose texts a test decides, written as the service writes them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from support.worlds import NOW

from memgraph_svc.adapters.embedders.hashing import HashingEmbedder
from memgraph_svc.domain.gist import Gist, PageGist
from memgraph_svc.domain.identity import gist_id, page_id
from memgraph_svc.repositories.gists import NewGist, NewPage
from memgraph_svc.repositories.store import Store

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from memgraph_svc.graph.graph import Graph

__all__ = ["keep_gist"]


def keep_gist(
    graph: Graph, namespace: str, session_id: str, text: str, *, pages: Sequence[str] = (), recorded_at: datetime = NOW,
) -> tuple[str, list[str]]:  # fmt: skip
    """Write a gist of a session that is there, and pages that share its turns; returns the id of each."""
    store, embedder = Store(graph), HashingEmbedder()
    turns = store.gists.list_turns(namespace, session_id)
    vector, *vectors = embedder.embed_documents([text, *pages])
    size = -(-len(turns) // max(1, len(pages)))
    new_pages: list[NewPage] = []
    for place, (page, embedding) in enumerate(zip(pages, vectors, strict=True)):
        covered = turns[place * size : (place + 1) * size]
        first, last = covered[0], covered[-1]
        kept = PageGist(
            page_id=page_id(namespace, session_id, first.turn), first_turn=first.turn, last_turn=last.turn, crl=page,
            text=page,
        )  # fmt: skip
        new_pages.append(NewPage(kept, embedding, [turn.episode_id for turn in covered], last.occurred_at))
    gist = Gist(
        gist_id=gist_id(namespace, session_id), session_id=session_id, version=1, crl=text, text=text, source_hash="0",
        original_length=100, compressed_length=20, stored_length=20, tokenizer="o200k_base", gister="test",
        recorded_at=recorded_at, pages=tuple(new.page for new in new_pages),
    )  # fmt: skip
    new = NewGist(gist, vector, new_pages, turns[-1].conversation_id, turns[-1].occurred_at)
    store.write(lambda repositories: repositories.gists.create(namespace, new), name="keep_gist")
    return gist.gist_id, [page.page.page_id for page in new_pages]
