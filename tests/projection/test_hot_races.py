"""Eight writers and eight readers: a search that starts after a write was acknowledged sees it."""

from __future__ import annotations

import random
import threading
from concurrent.futures import ThreadPoolExecutor
from queue import SimpleQueue
from typing import TYPE_CHECKING

import pytest
from projection_support import held, kept
from support.worlds import NOW, make_memory, plain

from memgraph_svc.adapters.clock import SystemClock
from memgraph_svc.domain.query import SearchFilter
from memgraph_svc.projection.memory_graph import MemoryGraph
from memgraph_svc.settings import PPRConfig

if TYPE_CHECKING:
    from memgraph_svc.graph.graph import Graph
    from memgraph_svc.services.memory import MemoryService
    from memgraph_svc.settings import Settings

PAIRS = 8
WRITES = 3
NATIVE = PPRConfig(similar_weight=1.0)


@pytest.mark.parametrize("config", [NATIVE, PPRConfig(similar_weight=0.3)], ids=["native", "query"])
def test_a_search_sees_every_write_that_was_acknowledged(
    graph: Graph, server: Settings, namespace: str, config: PPRConfig
) -> None:
    other = f"{namespace}-other"
    services = [make_memory(graph, server, namespace, clock=SystemClock(), ppr=config) for _ in range(2)]
    services[0].episodes.insert(plain("start", entities=["Hub"]), namespace=namespace)
    wrong: list[tuple[str, list[str]]] = []
    going: set[str] = set()

    def write(number: int, acknowledged: SimpleQueue[str | None]) -> None:
        chance = random.Random(number)
        for turn in range(WRITES):
            word = f"w{number}x{turn}"
            row = plain(f"{word} text", id=word, entities=[f"Name {word}", "Hub"])
            if chance.random() < 0.5:
                services[1].episodes.insert(row | {"id": f"far-{word}"}, namespace=other)
            chance.choice(services).episodes.insert(row, namespace=namespace, link=False)
            acknowledged.put(word)
            if turn:
                going.add(f"w{number}x{turn - 1}")
                services[0].episodes.delete(f"w{number}x{turn - 1}", namespace=namespace)
                acknowledged.put(f"-w{number}x{turn - 1}")
        acknowledged.put(None)

    def read(number: int, acknowledged: SimpleQueue[str | None]) -> None:
        gone: set[str] = set()
        while (word := acknowledged.get()) is not None:
            key = word.removeprefix("-")
            gone |= {key} if word != key else set()
            found = services[number % 2].ppr.retrieve(f"What of Name {key}?", namespace=namespace, limit=200)
            hits = list(found.scores)
            unseen = key == word and key not in hits and key not in going
            if unseen or gone & set(hits) or any(hit.startswith("far") for hit in hits):
                wrong.append((word, hits))

    with ThreadPoolExecutor(2 * PAIRS) as pool:
        queues = [SimpleQueue[str | None]() for _ in range(PAIRS)]
        running = [pool.submit(side, n, queue) for n, queue in enumerate(queues) for side in (write, read)]
        for future in running:
            future.result()
    assert wrong == []


def test_sixteen_searches_at_once_make_one_projection(graph: Graph, memory: MemoryService, namespace: str) -> None:
    memory.episodes.insert_many(
        [plain(f"text {n}", id=f"e{n}", entities=["Ann", f"Name {n}"]) for n in range(20)], namespace=namespace
    )
    hot, together = MemoryGraph(graph, hot_bytes=10**9), threading.Barrier(16)
    assert hot.hot is not None

    def search(_: int) -> tuple[str, int]:
        together.wait()
        with hot.project(SearchFilter(namespace=namespace), NATIVE, NOW) as name:
            return name, len(held(graph, name))

    with ThreadPoolExecutor(16) as pool:
        found = set(pool.map(search, range(16)))
    assert len(found) == hot.hot.made == 1
    assert hot.hot.names() == [name for name, _ in found]
    hot.close()
    assert kept(graph, found.pop()[0]) == []
