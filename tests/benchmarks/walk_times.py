"""Timing one question in three ways: by the service, by the algorithm alone, and by a graph in memory."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from statistics import median
from time import perf_counter
from typing import TYPE_CHECKING, Any

import numpy as np
from walk_store import SOURCES
from walk_world import entity_name

from memgraph_svc.domain.query import SearchFilter, SearchMode
from memgraph_svc.projection.page_rank import PageRank

os.environ["OMP_NUM_THREADS"] = "1"  # read when the library is loaded
import igraph

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from numpy.typing import NDArray
    from walk_questions import Question
    from walk_world import WalkWorld

    from memgraph_svc.domain.hit import SearchResult, Seed
    from memgraph_svc.graph.graph import Graph
    from memgraph_svc.services.memory import MemoryService

FIRST = 10
AS_GOOD = 1 - 1e-7
"""Share of an exact score from which on two scores count as the same."""

_ALONE = (
    SOURCES
    + """
CALL gds.pageRank.stream($projection, {sourceNodes: sources, relationshipWeightProperty: 'weight',
  dampingFactor: $damping, maxIterations: $iterations, tolerance: $tolerance, concurrency: $concurrency,
  logProgress: false})
YIELD nodeId, score
RETURN nodeId, score ORDER BY score DESC LIMIT 10
"""
)
_PROJECTIONS = """
CALL gds.graph.list() YIELD graphName, nodeCount, creationTime WHERE nodeCount = $nodes
RETURN graphName AS name ORDER BY creationTime DESC LIMIT 1
"""
_PROJECT = """
MATCH (s:Episode|Entity)-[r:MENTIONS|RELATES_TO|SIMILAR_TO|NEXT]->(o)
WHERE s.namespace = $namespace AND o.namespace = $namespace
RETURN gds.graph.project($name, s, o, {relationshipProperties: {weight: CASE type(r) WHEN 'MENTIONS' THEN $mentions
  WHEN 'RELATES_TO' THEN $facts WHEN 'NEXT' THEN $next ELSE $similar * r.score END}},
  {undirectedRelationshipTypes: ['*']}) AS made
"""


@dataclass(slots=True)
class Times:
    """Seconds of each question by way, and the share of the first ten hits that are exact."""

    ours: list[float] = field(default_factory=list)
    alone: list[float] = field(default_factory=list)
    memory: list[float] = field(default_factory=list)
    right: list[float] = field(default_factory=list)

    @property
    def overlap(self) -> float:
        return sum(self.right) / len(self.right)

    def against_memory(self) -> tuple[float, float, float]:
        """Median of ours over that of the graph in memory; least and largest of a question."""
        rates = [a / b for a, b in zip(self.ours, self.memory, strict=True)]
        return median(self.ours) / median(self.memory), min(rates), max(rates)

    def summary(self) -> dict[str, float]:
        return {
            "whole call p50": _ms(median(self.ours)),
            "whole call p95": _ms(percentile(self.ours, 95)),
            "gds alone p50": _ms(median(self.alone)),
            "igraph p50": _ms(median(self.memory)),
            "first ten as exact": round(self.overlap, 4),
        }


class InMemory:
    """The weighted graph of a world in igraph, with the solver that takes one thread."""

    def __init__(self, world: WalkWorld, question: Question) -> None:
        edges, weights = world.weighted(question.config)
        self._graph = igraph.Graph(n=world.nodes, edges=edges, edge_attrs={"weight": weights.tolist()})
        self._world = world
        self._numbers = {entity_name(number).lower(): world.episodes + number for number in range(world.entities)}

    def node(self, seed: Seed) -> int:
        return int(seed.key[1:]) if seed.kind == "episode" else self._numbers[seed.key]

    def scores(self, seeds: Sequence[Seed], damping: float) -> tuple[float, NDArray[np.float64]]:
        """Seconds of the solver, and the exact scores of the episodes."""
        reset = np.zeros(self._world.nodes)
        for seed in seeds:
            reset[self.node(seed)] += seed.weight
        given = reset.tolist()
        started = perf_counter()
        found = self._graph.personalized_pagerank(
            directed=False, damping=damping, reset=given, weights="weight", implementation="prpack"
        )
        return perf_counter() - started, np.asarray(found[: self._world.episodes])


def ask(memory: MemoryService, namespace: str, question: Question, **options: Any) -> tuple[float, SearchResult]:
    """Seconds and answer of the whole call.

    Raises:
        RuntimeError: It was not answered by a walk.
    """
    memory.ppr.config = question.config
    started = perf_counter()
    found = memory.episodes.search(question.text, namespace=namespace, mode="ppr", limit=FIRST, **options)
    seconds = perf_counter() - started
    if found.mode is not SearchMode.PPR or not found.hits:
        raise RuntimeError(f"{question.text!r} was not answered by a walk: {found.decided_by}")
    return seconds, found


def warm(memory: MemoryService, namespace: str, questions: Sequence[Question], times: int) -> None:
    for number in range(times):
        ask(memory, namespace, questions[number % len(questions)])


def in_turns(
    graph: Graph, memory: MemoryService, namespace: str, world: WalkWorld, questions: Mapping[str, Sequence[Question]],
    *, warm_ups: int,
) -> dict[str, Times]:  # fmt: skip
    """Ask every question in the three ways, whose order changes from question to question."""
    any_question = next(iter(questions.values()))[0]
    in_memory = InMemory(world, any_question)
    for asked in questions.values():
        warm(memory, namespace, asked, warm_ups)
    alone, made = _alone(graph, namespace, world, any_question)
    times = {name: Times() for name in questions}
    try:
        for name, asked in questions.items():
            for number, question in enumerate(asked):
                seeds = memory.ppr.retrieve(question.text, namespace=namespace, config=question.config).seeds
                _time(times[name], number, {
                    "ours": lambda question=question: ask(memory, namespace, question)[0],
                    "alone": lambda seeds=seeds, question=question: alone(seeds, question),
                    "memory": lambda seeds=seeds, question=question: in_memory.scores(seeds, _damping(question))[0],
                })  # fmt: skip
                hits = ask(memory, namespace, question, rank="relevance")[1].hits
                exact = in_memory.scores(seeds, _damping(question))[1]
                times[name].right.append(agreement([hit.id for hit in hits], exact))
    finally:
        if made:
            graph.driver.execute_query("CALL gds.graph.drop($name)", name=made, database_=graph.database)
    return times


def _damping(question: Question) -> float:
    return question.config.damping_factor


def _time(times: Times, number: int, ways: dict[str, Callable[[], float]]) -> None:
    order = list(ways)
    turn = number % len(order)
    for way in order[turn:] + order[:turn]:
        getattr(times, way).append(ways[way]())


def agreement(hits: Sequence[str], exact: NDArray[np.float64]) -> float:
    """Share of hits that belong to the first ten; of those that score the same, any may."""
    wanted = min(FIRST, int((exact > 0).sum()))
    last = np.sort(exact)[-wanted] * AS_GOOD
    return float(np.mean([exact[int(hit[1:])] >= last for hit in hits])) * len(hits) / wanted


def _alone(
    graph: Graph, namespace: str, world: WalkWorld, question: Question
) -> tuple[Callable[[Sequence[Seed], Question], float], str]:
    """The algorithm on the projection that the service keeps, or on one like it, whose name is returned to drop it."""
    kept = graph.driver.execute_query(_PROJECTIONS, nodes=world.nodes, database_=graph.database).records
    name, made = (kept[0]["name"], "") if kept else (f"bench_{namespace}", f"bench_{namespace}")
    config, page_rank = question.config, PageRank(graph)
    if made:
        graph.driver.execute_query(
            _PROJECT, name=name, namespace=namespace, mentions=config.mention_weight, facts=config.fact_weight,
            next=config.next_weight, similar=config.similar_weight, database_=graph.database,
        )  # fmt: skip

    def call(seeds: Sequence[Seed], question: Question) -> float:
        config = question.config
        total = sum(seed.weight for seed in seeds)
        parameters = {
            "namespace": namespace, "projection": name, "damping": config.damping_factor,
            "seeds": [{"kind": seed.kind, "key": seed.key, "weight": seed.weight / total} for seed in seeds],
            "iterations": config.max_iterations, "concurrency": config.concurrency,
            "tolerance": page_rank.tolerance(SearchFilter(namespace=namespace), seeds, config),
        }  # fmt: skip
        started = perf_counter()
        graph.driver.execute_query(_ALONE, parameters, database_=graph.database)
        return perf_counter() - started

    return call, made


def refresh_seconds(memory: MemoryService, namespace: str, questions: Sequence[Question], usual: float) -> float:
    """Median seconds that the first search after a write takes over a usual one."""
    taken = []
    for number, question in enumerate(questions[:3]):
        content = f"Written to make the projection old, {number}."
        memory.episodes.insert({"content": content, "entities": [], "facts": []}, namespace=namespace, link=False)
        taken.append(ask(memory, namespace, question)[0] - usual)
    return median(taken)


def percentile(seconds: Sequence[float], percent: float) -> float:
    return float(np.percentile(np.asarray(seconds), percent))


def _ms(seconds: float) -> float:
    return round(seconds * 1000, 2)
