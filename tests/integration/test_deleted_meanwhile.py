"""What is deleted while a query runs is handed over by the server without its properties: it is no answer."""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, cast

import numpy as np
import pytest
from support.graph_state import rows
from support.long_sessions import tell, turns
from support.worlds import NOW, plain

from memgraph_svc.adapters.embedders.hashing import HashingEmbedder
from memgraph_svc.domain.entity import EntityMention
from memgraph_svc.domain.hit import Seed
from memgraph_svc.domain.query import SearchFilter
from memgraph_svc.projection.seed_paths import SeedPaths
from memgraph_svc.repositories.entities import EntityRepository
from memgraph_svc.repositories.facts import FactRepository
from memgraph_svc.repositories.gists import GistRepository
from memgraph_svc.repositories.store import Store
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


def test_turns_pages_and_sessions_lack_it(memory: MemoryService, graph: Graph, namespace: str) -> None:
    tell(memory, namespace, *turns(12), *turns(11, session="t"))
    memory.crl.sync(namespace=namespace)
    page = memory.gists.gist("s", namespace=namespace).pages[0].page_id
    for gists, lost in ((GistRepository(graph), 0), (GistRepository(Losing(graph)), 1)):
        assert len(gists.list_turns(namespace, "s")) == 12 - lost
        assert len(gists.list_vectors(namespace, "s")) == 12 - lost
        assert len(gists.list_covered(namespace, page)) == 12 - lost
        assert len(list(gists.iterate_sessions(namespace))) == 2 - lost


def test_a_path_over_it_is_left_out(losing: Losing, graph: Graph, namespace: str) -> None:
    asked, hits = SearchFilter(namespace=namespace), ["e0", "e1", "e2"]
    seeds = [Seed(kind="entity", key="ann", name="Ann", weight=1.0, origin="query")]
    for paths, count in ((SeedPaths(graph), 3), (SeedPaths(cast("Graph", losing)), 2)):
        assert len(paths.find(asked, seeds, hits, PPRConfig(), NOW)) == count


def test_an_entity_that_is_deleted_while_its_lock_is_awaited_is_told(graph: Graph, namespace: str) -> None:
    entities, vectors = {"ann": EntityMention(name="Ann")}, {"ann": HashingEmbedder().embed_query("Ann")}

    def upsert() -> list[str]:
        store = Store(graph)
        return store.write(lambda r: r.entities.upsert(namespace, entities, vectors, NOW), name=namespace)

    assert upsert() == []
    with ThreadPoolExecutor(1) as pool, graph.driver.session() as session, session.begin_transaction() as deleting:
        deleting.run("MATCH (n:Entity {namespace: $n}) DETACH DELETE n", n=namespace).consume()
        waiting = pool.submit(upsert)
        until, asked = time.monotonic() + 30, "SHOW TRANSACTIONS YIELD metaData AS m, status WHERE m.unit = $n"
        while not any("Blocked" in row["status"] for row in rows(graph, f"{asked} RETURN status", n=namespace)):
            assert time.monotonic() < until, "it does not wait for the lock"
        deleting.commit()
        assert waiting.result() == ["ann"]
