"""What is deleted while a query runs is handed over by the server without its properties: it is no answer."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, cast

import numpy as np
import pytest
from support.worlds import NOW, plain

from memgraph_svc.adapters.embedders.hashing import HashingEmbedder
from memgraph_svc.domain.hit import Seed
from memgraph_svc.domain.query import SearchFilter
from memgraph_svc.projection.seed_paths import SeedPaths
from memgraph_svc.repositories.entities import EntityRepository
from memgraph_svc.repositories.facts import FactRepository
from memgraph_svc.settings import PPRConfig

if TYPE_CHECKING:
    from memgraph_svc.graph.graph import Graph, Row
    from memgraph_svc.services.memory import MemoryService

KEPT = ("row", "cosine", "strength", "hit", "subject_passages", "object_passages", "passages")


@dataclass(frozen=True)
class Losing:
    """Runs queries, and takes from their first row what a deleted node or relationship loses."""

    graph: Graph

    def run(self, name: str, /, **params: Any) -> list[Row]:
        first, *others = self.graph.run(name, **params)
        return [{key: value if key in KEPT else _lost(value) for key, value in first.items()}, *others]


def _lost(value: Any) -> Any:
    if isinstance(value, list):
        return [_lost(part) for part in cast("list[Any]", value)]
    return dict.fromkeys(cast("dict[str, Any]", value)) if isinstance(value, dict) else None


@pytest.fixture
def losing(memory: MemoryService, graph: Graph, namespace: str) -> Losing:
    facts = [{"subject": f"Name {n}", "predicate": "knows", "object": "Ann"} for n in range(3)]
    rows = [plain(f"text {n}", id=f"e{n}", entities=["Ann", f"Name {n}"]) | {"facts": facts} for n in range(3)]
    assert memory.episodes.insert_many(rows, namespace=namespace).refused == ()
    return Losing(graph)


def test_the_nearest_facts_and_entities_lack_it(losing: Losing, graph: Graph, namespace: str) -> None:
    asked, vector = SearchFilter(namespace=namespace), HashingEmbedder().embed_query("Name 1 knows Ann")
    for facts, count in ((FactRepository(graph), 3), (FactRepository(losing), 2)):
        assert len(facts.nearest(asked, vector, now=NOW, limit=9)) == count
    for entities, count in ((EntityRepository(graph), 4), (EntityRepository(losing), 3)):
        assert len(entities.nearest(asked, np.stack([vector]), limit=9)[0]) == count


def test_a_path_over_it_is_left_out(losing: Losing, graph: Graph, namespace: str) -> None:
    asked, hits = SearchFilter(namespace=namespace), ["e0", "e1", "e2"]
    seeds = [Seed(kind="entity", key="ann", name="Ann", weight=1.0, origin="query")]
    for paths, count in ((SeedPaths(graph), 3), (SeedPaths(cast("Graph", losing)), 2)):
        assert len(paths.find(asked, seeds, hits, PPRConfig(), NOW)) == count
