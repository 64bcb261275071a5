"""Exact dense retrieval without an index: what the vectors alone achieve."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from memgraph_svc.scoring.similarity import top_k

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray

    from memgraph_svc.domain.episode import EpisodeDraft
    from memgraph_svc.evaluation.questions import Question
    from memgraph_svc.ports.embedder import Embedder

__all__ = ["exact_dense"]


def exact_dense(
    drafts: Sequence[EpisodeDraft], questions: Iterable[Question], embedder: Embedder, *, limit: int
) -> list[list[str]]:
    """Ids of the episodes with the largest cosine to each question, best first, ties by id.

    Args:
        drafts: The corpus, each with its id.
        questions: Questions; one with a conversation is compared with its episodes only.
        embedder: Embedder of both sides.
        limit: Ids a question at most.
    """
    vectors = np.asarray(embedder.embed_documents([draft.content for draft in drafts]), np.float32)
    searched: dict[str | None, tuple[list[str], NDArray[np.float32]]] = {}
    found: list[list[str]] = []
    for question in questions:
        if question.conversation not in searched:
            inside = [
                place
                for place, draft in enumerate(drafts)
                if question.conversation is None or draft.conversation_id == question.conversation
            ]
            searched[question.conversation] = [drafts[place].episode_id or "" for place in inside], vectors[inside]
        ids, rows = searched[question.conversation]
        found.append([ids[place] for place in top_k(rows @ embedder.embed_query(question.text), ids, limit)])
    return found
