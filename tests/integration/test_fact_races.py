"""Writers that state, retract and withdraw facts of one subject at once: nothing is lost or true twice."""

from __future__ import annotations

import random
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from support.graph_state import rows

from memgraph_svc.adapters.clock import SystemClock
from memgraph_svc.adapters.embedders.hashing import HashingEmbedder
from memgraph_svc.adapters.extractors.heuristic import HeuristicExtractor
from memgraph_svc.bootstrap import build_memory

if TYPE_CHECKING:
    from memgraph_svc.graph.graph import Graph
    from memgraph_svc.services.memory import MemoryService
    from memgraph_svc.settings import Settings

START = datetime(2020, 1, 1, tzinfo=UTC)
WRITERS = 6
FACTS = 48


def row(number: int) -> dict[str, Any]:
    fact = {
        "subject": "Ann", "predicate": "works at", "object": f"Firm {number % 5}", "functional": True,
        "valid_from": START + timedelta(days=number),
    }  # fmt: skip
    return {"id": f"e{number}", "content": f"note {number}", "entities": [], "facts": [fact]}


def running(graph: Graph, server: Settings) -> MemoryService:
    return build_memory(graph, server, embedder=HashingEmbedder(), extractor=HeuristicExtractor(), clock=SystemClock())


def test_writers_of_one_subject_agree(graph: Graph, server: Settings, namespace: str) -> None:
    memory = running(graph, server)
    numbers = list(range(FACTS))
    random.Random(7).shuffle(numbers)

    def write(share: int) -> None:
        for number in numbers[share::WRITERS]:
            memory.episodes.insert(row(number), namespace=namespace)
            if number % 6 == 0:
                memory.episodes.delete(f"e{number}", namespace=namespace)

    with ThreadPoolExecutor(WRITERS) as pool:
        list(pool.map(write, range(WRITERS)))

    alone = f"{namespace}-alone"
    memory.episodes.insert_many([row(n) for n in range(FACTS) if n % 6], namespace=alone)

    def periods(space: str) -> list[tuple[Any, ...]]:
        facts = memory.temporal.facts("Ann", namespace=space, include_ended=True)
        return [(f.valid_from, f.valid_to, f.object, f.sources) for f in facts]

    held = periods(namespace)
    assert held == periods(alone)
    assert all(first[1] == second[0] for first, second in pairwise(sorted(held, key=lambda p: p[0])))
    state = rows(
        graph, "MATCH ()-[f:RELATES_TO]->() WHERE f.namespace = $n AND f.fact_id IS NOT NULL "
        "RETURN f.fact_id AS id, f.recorded_at_ms AS since, f.invalidated_at_ms AS until ORDER BY id, since",
        n=namespace,
    )  # fmt: skip
    assert all(version["since"] < version["until"] for version in state)
    for first, second in pairwise(state):
        assert first["id"] != second["id"] or first["until"] <= second["since"]


def test_a_fact_is_stated_once_by_many_and_retracted_once(graph: Graph, server: Settings, namespace: str) -> None:
    memory = running(graph, server)

    def state(number: int) -> int:
        return memory.temporal.assert_fact(
            "Ann", "likes", "tea", confidence=0.5 + number / 100, namespace=namespace
        ).facts

    with ThreadPoolExecutor(WRITERS) as pool:
        assert sum(pool.map(state, range(12))) == 1
        (fact,) = memory.temporal.facts("Ann", namespace=namespace)
        assert fact.confidence == 0.61
        ended = pool.map(lambda _: memory.temporal.retract_fact(fact.fact_id, namespace=namespace).ended, range(12))
        assert sum(ended) == 1
    assert memory.temporal.facts("Ann", namespace=namespace) == []
    (before,) = memory.temporal.history("Ann", namespace=namespace)
    assert (before.invalidated_by, before.invalidated_at is None) == (None, False)
