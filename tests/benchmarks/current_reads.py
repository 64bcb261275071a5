"""What it costs to read the present when facts have a past: none, 1 and 100 ended periods an edge, side by side.

    python tests/benchmarks/current_reads.py [--size ci|full] [--json]

Three namespaces hold the same facts that hold now, and differ in what has ended only. They are read in turns of one
run, because a machine's speed drifts. Starts a server of its own unless ``MEMGRAPH_TEST_URI`` (with
``MEMGRAPH_TEST_PASSWORD``) names one; its store must be of the hashing embedder then.
"""

from __future__ import annotations

import argparse
import sys
import uuid
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from statistics import median
from time import perf_counter
from typing import TYPE_CHECKING, Any

from figures import exactly, ratio, show
from served import clear, served

from memgraph_svc.adapters.embedders.hashing import HashingEmbedder
from memgraph_svc.adapters.extractors.heuristic import HeuristicExtractor
from memgraph_svc.bootstrap import build_memory, migrate_store
from memgraph_svc.domain.instant import to_ms
from memgraph_svc.graph.catalog import load_catalog
from memgraph_svc.repositories.facts import FactWindow

if TYPE_CHECKING:
    from collections.abc import Callable

    from memgraph_svc.graph.graph import Graph
    from memgraph_svc.services.memory import MemoryService

ENDED = (0, 1, 100)
"""Ended periods of each edge, a namespace each."""

PREDICATES = ("works on", "looks after")
SINCE = datetime(2025, 1, 1, tzinfo=UTC)
LONG_AGO = datetime(2010, 1, 1, tzinfo=UTC)
READS = ("facts(subject)", "facts(predicate)", "search(mode=ppr)")


@dataclass(frozen=True, slots=True)
class Size:
    """Subjects, each with an edge a predicate, and what is measured: rounds, and calls of each read in a round."""

    subjects: int
    rounds: int
    calls: int


SIZES = {"ci": Size(10, 3, 3), "full": Size(100, 30, 10)}


def main() -> int:
    parser = argparse.ArgumentParser(description="Measure reads of the present beside a past.")
    parser.add_argument("--size", choices=sorted(SIZES), default="ci", help="ci: 20 edges; full: 200")
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")
    chosen = parser.parse_args()
    started, size = perf_counter(), SIZES[chosen.size]
    with served(chosen.size) as (graph, settings, _, _):
        embedder = HashingEmbedder()
        migrate_store(graph, settings, embedder=embedder)
        memory = build_memory(graph, settings, embedder=embedder, extractor=HeuristicExtractor())
        names = {ended: f"bench-{uuid.uuid4().hex[:8]}-{ended}" for ended in ENDED}
        try:
            for ended, namespace in names.items():
                fill(memory, namespace, size.subjects, ended)
            times = measure(memory, names, size)
            hits = {ended: database_hits(graph, namespace) for ended, namespace in names.items()}
        finally:
            for namespace in names.values():
                clear(graph, namespace)
    figures = [
        ratio(f"{read}, {ended} ended an edge / none (x time)", "<= 1.25", compared(times, read, ended))
        for read in READS
        for ended in ENDED[1:]
    ]
    figures += [
        exactly(f"database hits of facts.list_by_subject, {ended} ended an edge", hits[0], hits[ended])
        for ended in ENDED[1:]
    ]
    details: dict[str, Any] = {
        "ms_a_read": {
            read: {f"{ended} ended": round(median(times[read, ended]), 3) for ended in ENDED} for read in READS
        },
        "edges": size.subjects * len(PREDICATES),
        "size": chosen.size,
        "seconds": round(perf_counter() - started, 1),
    }
    show(figures, details, as_json=chosen.json)
    return 0


def fill(memory: MemoryService, namespace: str, subjects: int, ended: int) -> None:
    """Write an episode an edge: a fact that holds, and periods of the same fact that have ended."""
    rows: list[dict[str, Any]] = []
    for number in range(subjects):
        for predicate in PREDICATES:
            edge = {"subject": keeper(number), "predicate": predicate, "object": f"Garden{number * 7 % subjects}"}
            starts = [LONG_AGO + timedelta(days=10 * place) for place in range(ended)]
            past = [{**edge, "valid_from": start, "valid_to": start + timedelta(days=5)} for start in starts]
            content = " ".join(edge.values())
            rows.append({"content": content, "entities": [], "facts": [{**edge, "valid_from": SINCE}, *past]})
    report = memory.episodes.insert_many(rows, namespace=namespace, link=False)
    expected = len(rows) * (1 + ended)
    if (report.facts, report.refused) != (expected, ()):
        raise RuntimeError(f"{report.facts} facts were made, not {expected}")


def keeper(number: int) -> str:
    return f"Keeper{number}"


def measure(memory: MemoryService, names: dict[int, str], size: Size) -> dict[tuple[str, int], list[float]]:
    """Milliseconds a call of each read by ended periods, in turns; a first round that warms up is not counted."""
    times: dict[tuple[str, int], list[float]] = {(read, ended): [] for read in READS for ended in ENDED}
    for number in range(size.rounds + 1):
        turn = number % len(ENDED)
        for read in READS:
            for ended in ENDED[turn:] + ENDED[:turn]:
                call = reader(memory, read, names[ended])
                started = perf_counter()
                for place in range(size.calls):
                    call((number * size.calls + place) % size.subjects)
                if number:
                    times[read, ended].append((perf_counter() - started) * 1000 / size.calls)
    return times


def reader(memory: MemoryService, read: str, namespace: str) -> Callable[[int], object]:
    """A read of what holds now, of the subject of a number; what it answers is checked."""

    def by_subject(number: int) -> None:
        found = memory.temporal.facts(keeper(number), namespace=namespace)
        _expect(len(found) == len(PREDICATES) and all(f.valid_to is None for f in found), read)

    def by_predicate(number: int) -> None:
        found = memory.temporal.facts(predicate=PREDICATES[number % len(PREDICATES)], namespace=namespace)
        _expect(all(f.valid_from == SINCE for f in found) and len(found) > 1, read)

    def by_walk(number: int) -> None:
        question = f"What does {keeper(number)} look after?"
        found = memory.episodes.search(question, namespace=namespace, mode="ppr", rank="relevance")
        _expect(bool(found.hits), read)

    return {READS[0]: by_subject, READS[1]: by_predicate, READS[2]: by_walk}[read]


def _expect(right: bool, read: str) -> None:
    if not right:
        raise RuntimeError(f"{read} gave a wrong answer")


def compared(times: dict[tuple[str, int], list[float]], read: str, ended: int) -> tuple[float, float, float]:
    """Median, least and largest over the rounds of the time with ended periods over that without."""
    by_round = [a / b for a, b in zip(times[read, ended], times[read, 0], strict=True)]
    return median(by_round), min(by_round), max(by_round)


def database_hits(graph: Graph, namespace: str) -> int:
    """Hits of the query behind ``facts(subject)`` as the server profiles it."""
    query = load_catalog()["facts.list_by_subject"]
    window = FactWindow(at_ms=to_ms(datetime.now(UTC))).parameters()
    parameters = {"namespace": namespace, "subject": keeper(1).lower(), "predicate": None, "object": None, "limit": 100}
    with graph.driver.session(database=graph.database) as session:
        # a store this young has plans from before its statistics
        session.run("CALL db.prepareForReplanning(60)").consume()
        summary = session.run("PROFILE " + query.text, {**parameters, **window}).consume()
    return _hits(summary.profile or {})


def _hits(step: dict[str, Any]) -> int:
    return int(step.get("args", {}).get("DbHits", 0)) + sum(_hits(child) for child in step.get("children", []))


if __name__ == "__main__":
    sys.exit(main())
