"""What a search by Personalized PageRank costs beside the algorithm alone and beside a graph in memory.

    python tests/benchmarks/ppr.py [--size ci|full] [--json]

Each size of graph is a namespace of one store, written straight into it. In one run and in turns: the whole call of the
service without the time of the embedder (prepared vectors), ``gds.pageRank`` alone on the same projection, and igraph's
exact solver (prpack, one thread) on the same weighted graph in memory. Starts a server of its own unless
``MEMGRAPH_TEST_URI`` (with ``MEMGRAPH_TEST_PASSWORD``) names one; its store must be of the hashing embedder then.
"""

from __future__ import annotations

import argparse
import sys
import uuid
from dataclasses import dataclass
from statistics import median
from time import perf_counter
from typing import TYPE_CHECKING, Any

from figures import Figure, exactly, ratio, show
from served import clear, served
from walk_questions import CONFIGURED, EPISODES, HUBS, ORDINARY, PreparedQuestions, make_questions
from walk_races import Race, race
from walk_store import store_world
from walk_times import Times, ask, in_turns, percentile, refresh_seconds, warm
from walk_world import make_walk_world

from memgraph_svc.adapters.extractors.heuristic import HeuristicExtractor
from memgraph_svc.bootstrap import build_memory, migrate_store

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from walk_questions import Question

    from memgraph_svc.graph.graph import Graph

OVERLAP = 0.99
TARGETS = {EPISODES: "<= 0.5", ORDINARY: "<= 0.5", HUBS: "<= 1.5", CONFIGURED: "<= 0.5"}


@dataclass(frozen=True, slots=True)
class Size:
    """Graphs as episodes and how many of them have a vector, and what is measured of each."""

    worlds: tuple[tuple[int, int], ...]
    judged: int
    questions: tuple[int, ...]
    warm_ups: int
    reads: int
    writes: int


SIZES = {
    "ci": Size(((500, 500), (2_500, 500)), 1, (3, 10), 1, 2, 2),
    "full": Size(((10_000, 10_000), (100_000, 100_000), (500_000, 20_000)), 1, (25, 25, 8), 5, 25, 10),
}


@dataclass(frozen=True, slots=True)
class Measured:
    """A namespace with its questions by class and the times and overlaps of each."""

    namespace: str
    episodes: int
    embedder: PreparedQuestions
    questions: Mapping[str, Sequence[Question]]
    times: Mapping[str, Times]
    details: dict[str, Any]


def main() -> int:
    parser = argparse.ArgumentParser(description="Measure searches by Personalized PageRank.")
    parser.add_argument("--size", choices=sorted(SIZES), default="ci", help="ci: 2,500 episodes; full: 500,000")
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")
    chosen = parser.parse_args()
    started, size = perf_counter(), SIZES[chosen.size]
    run = uuid.uuid4().hex[:8]
    names = [f"bench-{run}-{episodes}" for episodes, _ in size.worlds]
    with served(chosen.size) as (graph, settings, dimension, model_id):
        embedder = PreparedQuestions(model_id, dimension)
        migrate_store(graph, settings, embedder=embedder)
        memory = build_memory(graph, settings, embedder=embedder, extractor=HeuristicExtractor())
        try:
            measured = [
                measure(graph, memory, embedder, size, place=place, namespace=name) for place, name in enumerate(names)
            ]
            first, judged = measured[0], measured[size.judged]
            figures = [*overlaps(measured), *against_memory(judged), *flat(memory, first, size)]
            readers = race(memory, judged, reads=size.reads, writes=0)
            writers = race(memory, first, reads=size.reads, writes=size.writes)
        finally:
            for name in names:
                clear(graph, name)
    figures += raced(readers, writers)
    details = {
        "graphs": [part.details for part in measured],
        "8 readers": readers.summary(),
        "8 readers and 8 writers": writers.summary(),
        "size": chosen.size,
        "seconds": round(perf_counter() - started, 1),
    }
    show(figures, details, as_json=chosen.json)
    return 0


def measure(
    graph: Graph, memory: Any, embedder: PreparedQuestions, size: Size, *, place: int, namespace: str
) -> Measured:
    """Write a graph and measure all classes of questions on it."""
    (episodes, vectors), started = size.worlds[place], perf_counter()
    world = make_walk_world(episodes)
    contents = (f"Note {number} of the walk." for number in range(episodes))
    near = store_world(graph, namespace, world, embedder.dimension, contents=contents, vectors=vectors)
    stored = perf_counter() - started
    questions = make_questions(world, near, size.questions[place], embedder)
    times = in_turns(graph, memory, namespace, world, questions, warm_ups=size.warm_ups)
    usual = median(times[CONFIGURED].ours)
    refresh = refresh_seconds(memory, namespace, questions[CONFIGURED], usual)
    details: dict[str, Any] = {
        "episodes": episodes, "with_vectors": vectors, "nodes": world.nodes, "relationships": world.relationships,
        "fill_s": round(stored, 1), "refresh_after_a_write_s": round(refresh, 3),
        "ms": {name: part.summary() for name, part in times.items()},
    }  # fmt: skip
    return Measured(namespace, episodes, embedder, questions, times, details)


def overlaps(measured: Sequence[Measured]) -> list[Figure]:
    return [
        Figure(
            f"first ten as exact: {name}, {part.episodes} episodes", f">= {OVERLAP}", round(times.overlap, 4),
            times.overlap >= OVERLAP,
        )
        for part in measured
        for name, times in part.times.items()
    ]  # fmt: skip


def against_memory(judged: Measured) -> list[Figure]:
    return [
        ratio(
            f"whole call / igraph: {name}, {judged.episodes} episodes (x time)", TARGETS[name], times.against_memory()
        )
        for name, times in judged.times.items()
    ]


def flat(memory: Any, first: Measured, size: Size) -> list[Figure]:
    """Cost of the first graph now that others stand beside it, over what it was alone."""
    grown = sum(episodes for episodes, _ in size.worlds[1:]) / first.episodes
    figures = []
    for name, questions in first.questions.items():
        warm(memory, first.namespace, questions, size.warm_ups)
        now = [ask(memory, first.namespace, question)[0] for question in questions]
        rates = sorted(after / before for after, before in zip(now, first.times[name].ours, strict=True))
        figures.append(
            ratio(
                f"the same beside {grown:.0f} times as much / alone: {name} (x time)", "<= 1.3",
                (median(now) / median(first.times[name].ours), rates[0], rates[-1]),
            )
        )  # fmt: skip
    return figures


def raced(readers: Race, writers: Race) -> list[Figure]:
    tail = percentile(readers.seconds, 95) / median(readers.seconds)
    return [
        ratio("p95 / p50 with 8 readers (x time)", "<= 3", (tail, tail, tail)),
        exactly("searches that failed, 8 readers", 0, readers.failed),
        exactly("acknowledged writes that a search missed, 8 readers and 8 writers", 0, writers.missed),
        exactly("calls that failed, 8 readers and 8 writers", 0, writers.failed),
    ]


if __name__ == "__main__":
    sys.exit(main())
