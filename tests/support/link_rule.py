"""The link rule read from what is stored."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np
from support.graph_state import rows
from support.worlds import FixedEmbedder, plain

from memgraph_svc.scoring.similarity import pairs_by_link_rule

if TYPE_CHECKING:
    from memgraph_svc.graph.graph import Graph

K: Final = 5
THRESHOLD: Final = 0.7


def give(embedder: FixedEmbedder, **vectors: Any) -> list[dict[str, Any]]:
    """Rows whose ids are the names and whose contents have these vectors, in turn."""
    embedder.vectors |= {f"text of {name}": value for name, value in vectors.items()}
    return [plain(f"text of {name}", id=name) for name in vectors]


def exact_links(graph: Graph, namespace: str, *, k: int = K, threshold: float = THRESHOLD) -> dict[Any, float]:
    """What the rule says of the vectors that are stored."""
    stored = rows(
        graph,
        "MATCH (e:Episode) WHERE e.namespace = $namespace AND e.episode_id IS NOT NULL AND NOT e.archived "
        "RETURN e.episode_id AS id, e.embedding AS embedding",
        namespace=namespace,
    )
    ids = [row["id"] for row in stored]
    vectors = np.asarray([row["embedding"] for row in stored], np.float32)
    found = pairs_by_link_rule(ids, vectors, k, threshold)
    return {(min(ids[a], ids[b]), max(ids[a], ids[b])): score for a, b, score in found}
