"""Ways to ask the service, and the bare queries of the indexes that they stand beside."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final, LiteralString

from memgraph_svc.domain.identity import namespace_token
from memgraph_svc.domain.query import SearchMode
from memgraph_svc.graph.filters import overfetch
from memgraph_svc.scoring.lucene import fulltext_query
from memgraph_svc.settings import LIMITS

if TYPE_CHECKING:
    from collections.abc import Mapping

    from memgraph_svc.graph.graph import Graph
    from memgraph_svc.services.memory import MemoryService

FIRST: Final = 10
_VECTOR: LiteralString = """
CYPHER 25
MATCH (e:Episode)
SEARCH e IN (VECTOR INDEX episode_vector FOR $vector WHERE e.namespace = $namespace LIMIT $limit) SCORE AS score
RETURN e.episode_id AS episode_id, score
"""
_WORDS: LiteralString = """
CALL db.index.fulltext.queryNodes('episode_fulltext', $lucene, {limit: $limit}) YIELD node, score
RETURN node.episode_id AS episode_id, score
"""


@dataclass(frozen=True, slots=True)
class Way:
    """Options of a search, and the bare queries that find as many candidates."""

    name: str
    bare: tuple[str, ...]
    options: Mapping[str, Any] = field(default_factory=dict)


TEN, MANY, WORDS = "vector index, 10", f"vector index, {LIMITS.candidates}", f"full-text index, {LIMITS.candidates}"
WIDE = f"vector index, {overfetch(FIRST)}"
"""As wide as the service looks, for the sake of recall."""

BARE: Final[Mapping[str, int]] = {TEN: FIRST, WIDE: overfetch(FIRST), MANY: LIMITS.candidates, WORDS: LIMITS.candidates}
WAYS: Final = (
    Way("relevance, own order", (TEN,), {"mode": "relevance", "rank": "relevance"}),
    Way("relevance, own order (again)", (WIDE,), {"mode": "relevance", "rank": "relevance"}),
    Way("relevance, triple factor", (MANY,), {"mode": "relevance"}),
    Way("hybrid, own order", (MANY, WORDS), {"mode": "hybrid", "rank": "relevance"}),
    Way("hybrid, triple factor", (MANY, WORDS), {"mode": "hybrid"}),
)


def ask(memory: MemoryService, namespace: str, question: str, way: Way) -> None:
    """Run the whole call.

    Raises:
        RuntimeError: It found nothing, or in another mode.
    """
    found = memory.episodes.search(question, namespace=namespace, limit=FIRST, **way.options)
    if not found.hits or found.mode is not SearchMode(way.options["mode"]):
        raise RuntimeError(f"{way.name} found nothing: {found.decided_by}")


def first_ids(memory: MemoryService, namespace: str, question: str, **filters: Any) -> list[str]:
    """Ids of the first hits by meaning."""
    found = memory.episodes.search(
        question, namespace=namespace, limit=FIRST, mode="relevance", rank="relevance", **filters
    )
    return [hit.id for hit in found.hits]


def bare(graph: Graph, vector: list[float], namespace: str, question: str, name: str) -> None:
    """Run a bare query of an index."""
    if name == WORDS:
        lucene = fulltext_query(question, namespace_token(namespace), most=LIMITS.query_words).lucene
        graph.driver.execute_query(_WORDS, lucene=lucene, limit=BARE[name], database_=graph.database)
    else:
        graph.driver.execute_query(
            _VECTOR, vector=vector, namespace=namespace, limit=BARE[name], database_=graph.database
        )
