"""Whether our projection and the server's PageRank score a given graph as an exact solver does.

    python tests/benchmarks/engine_check.py FOLDER [--json]

The folder holds ``nodes.jsonl`` (id, kind: entity or passage), ``edges.jsonl`` (a, b, kind: fact, synonym or mention,
w; undirected) and ``expected.jsonl`` (query, damping, seeds, and exact scores of some passages and entities, of a
vector that sums to 1). The graph is written in our model: a passage is an episode, a fact of weight w is w facts, a
synonym's weight is its score. Starts a server of its own unless ``MEMGRAPH_TEST_URI`` names one.
"""

from __future__ import annotations

import argparse
import json
import sys
import uuid
from collections import defaultdict
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Any, LiteralString

from figures import Figure, exactly, show
from served import clear, served
from walk_questions import PreparedQuestions
from walk_store import (
    ENTITY,
    EPISODE,
    FACT,
    SOURCES,
    STARTED_MS,
    WRITE_ENTITIES,
    WRITE_EPISODES,
    WRITE_FACTS,
    WRITE_MENTIONS,
    Writer,
)  # fmt: skip

from memgraph_svc.bootstrap import migrate_store
from memgraph_svc.domain.hit import Seed
from memgraph_svc.domain.identity import fact_id, namespace_token
from memgraph_svc.domain.query import SearchFilter
from memgraph_svc.graph.identifiers import namespace_label
from memgraph_svc.projection.memory_graph import MemoryGraph
from memgraph_svc.projection.page_rank import PageRank
from memgraph_svc.settings import PPRConfig

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from memgraph_svc.graph.graph import Graph

WITHIN = 1e-6
LOW = 0.5
"""Damping at which every score is compared; above it the first ten are."""

FIRST = 10
ITERATIONS = 50
AS_GIVEN = PPRConfig(mention_weight=1.0, fact_weight=1.0, synonym_weight=1.0)
_SYNONYMS: LiteralString = """
UNWIND $rows AS row
MATCH (a:Entity {namespace: $namespace, canonical_name: row.low})
MATCH (b:Entity {namespace: $namespace, canonical_name: row.high})
CREATE (a)-[:SYNONYM_OF {namespace: $namespace, score: row.score, model: 'none', linked_at_ms: $at,
  linked_at: datetime({epochMillis: $at})}]->(b)
"""
_ALL_SCORES: LiteralString = (
    SOURCES
    + """
CALL gds.pageRank.stream($projection, {sourceNodes: sources, relationshipWeightProperty: 'weight',
  dampingFactor: $damping, maxIterations: $iterations, tolerance: 0.0, concurrency: 2, logProgress: false})
YIELD nodeId, score
WHERE score > 0
WITH gds.util.asNode(nodeId) AS n, score
RETURN coalesce(n.episode_id, n.canonical_name) AS key, score
"""
)


@dataclass(frozen=True, slots=True)
class Expected:
    """Exact scores of some nodes, best first, for seeds at a damping."""

    damping: float
    seeds: Mapping[str, float]
    passages: Mapping[str, float]
    entities: Mapping[str, float]


def main() -> int:
    parser = argparse.ArgumentParser(description="Compare the server's PageRank with exact scores.")
    parser.add_argument("folder", type=Path, help="folder with nodes.jsonl, edges.jsonl and expected.jsonl")
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")
    chosen = parser.parse_args()
    started, namespace = perf_counter(), f"bench-{uuid.uuid4().hex[:8]}-engine"
    expected = [_expected(row) for row in _rows(chosen.folder / "expected.jsonl")]
    with served("full") as (graph, settings, dimension, model_id):
        migrate_store(graph, settings, embedder=PreparedQuestions(model_id, dimension))
        try:
            passages = write_graph(graph, namespace, chosen.folder)
            figures = compare(graph, namespace, expected, passages)
        finally:
            clear(graph, namespace)
    show(figures, {"questions": len(expected), "seconds": round(perf_counter() - started, 1)}, as_json=chosen.json)
    return 0 if all(figure.met for figure in figures) else 1


def write_graph(graph: Graph, namespace: str, folder: Path) -> set[str]:
    """Write the graph of a folder; returns the ids of its passages."""
    nodes, edges = list(_rows(folder / "nodes.jsonl")), list(_rows(folder / "edges.jsonl"))
    passages = {node["id"] for node in nodes if node["kind"] == "passage"}
    write, common = Writer(graph, namespace), {"ns_token": namespace_token(namespace)}
    label, nothing = namespace_label(namespace), {"words": 0, "session": None, "at": STARTED_MS, "vector": None}
    write(
        WRITE_EPISODES,
        ({"id": key, "content": key, **nothing} for key in sorted(passages)),
        common={**common, **EPISODE}, label=label,
    )  # fmt: skip
    names = sorted(node["id"] for node in nodes if node["kind"] == "entity")
    write(
        WRITE_ENTITIES,
        ({"canonical": name, "name": name, "id": f"{namespace}-{name}"} for name in names),
        common={**common, **ENTITY}, label=label,
    )  # fmt: skip
    mentions: defaultdict[str, list[str]] = defaultdict(list)
    for edge in edges:
        if edge["kind"] == "mention":
            passage, entity = (edge["a"], edge["b"]) if edge["a"] in passages else (edge["b"], edge["a"])
            if edge["w"] != 1:
                raise ValueError("a mention weighs 1 in our model")
            mentions[passage].append(entity)
    write(WRITE_MENTIONS, ({"id": passage, "others": others} for passage, others in mentions.items()))
    write(WRITE_FACTS, _facts(namespace, edges), common={**common, **FACT})
    pairs = [(*sorted((edge["a"], edge["b"])), edge["w"]) for edge in edges if edge["kind"] == "synonym"]
    write(_SYNONYMS, ({"low": a, "high": b, "score": w} for a, b, w in pairs), at=STARTED_MS)
    write.settled()
    return passages


def _facts(namespace: str, edges: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    for edge in edges:
        for place in range(int(edge["w"]) if edge["kind"] == "fact" else 0):
            subject, predicate, obj = edge["a"], f"relation {place}", edge["b"]
            yield {
                "subject": subject, "predicate": predicate, "object": obj, "text": f"{subject} {predicate} {obj}",
                "id": fact_id(namespace, subject, predicate, obj, None), "vector": None,
            }  # fmt: skip


def compare(graph: Graph, namespace: str, expected: list[Expected], passages: set[str]) -> list[Figure]:
    """Scores of all nodes by the server's call, and the hits of our own query, beside the exact scores."""
    filters, page_rank, now = SearchFilter(namespace=namespace), PageRank(graph), datetime.now(UTC)
    worst, other_first, other_hits = 0.0, 0, 0
    with MemoryGraph(graph).project(filters, AS_GIVEN, now) as projection:
        for case in expected:
            config = PPRConfig(damping_factor=case.damping, max_iterations=ITERATIONS, tolerance=0.0)
            seeds = [_seed(key, weight, passages) for key, weight in case.seeds.items()]
            scores = all_scores(graph, namespace, projection, seeds, case.damping)
            listed = {**case.passages, **case.entities}
            if case.damping <= LOW:
                worst = max(worst, *(abs(scores.get(key, 0.0) - score) for key, score in listed.items()))
            best = sorted((key for key in scores if key in passages), key=lambda key: -scores[key])[:FIRST]
            hits = list(page_rank.rank(projection, filters, seeds, config, limit=FIRST))
            other_first += not _same_first(best, case.passages)
            other_hits += not _same_first(hits, case.passages)
    return [
        Figure(f"largest difference of a score at damping {LOW}", f"<= {WITHIN}", worst, worst <= WITHIN),
        exactly(f"questions whose first {FIRST} passages differ", 0, other_first),
        exactly(f"questions whose first {FIRST} hits of our query differ", 0, other_hits),
    ]


def all_scores(graph: Graph, namespace: str, projection: str, seeds: list[Seed], damping: float) -> dict[str, float]:
    """Scores of the server for every node, by its id, scaled to sum 1."""
    total = sum(seed.weight for seed in seeds)
    rows = graph.driver.execute_query(
        _ALL_SCORES, namespace=namespace, projection=projection, damping=damping, iterations=ITERATIONS,
        seeds=[{"kind": seed.kind, "key": seed.key, "weight": seed.weight / total} for seed in seeds],
        database_=graph.database,
    ).records  # fmt: skip
    whole = sum(row["score"] for row in rows)
    return {row["key"]: row["score"] / whole for row in rows}


def _same_first(keys: list[str], exact: Mapping[str, float]) -> bool:
    """Whether these are the best by the exact scores; of those that score the same, any may be."""
    wanted = sorted(exact.values(), reverse=True)[:FIRST]
    return len(keys) == len(wanted) and all(
        abs(exact.get(key, -1.0) - score) <= WITHIN for key, score in zip(keys, wanted, strict=True)
    )


def _seed(key: str, weight: float, passages: set[str]) -> Seed:
    kind = "episode" if key in passages else "entity"
    return Seed(kind=kind, key=key, name=key, weight=weight, origin="passage" if kind == "episode" else "query")


def _expected(row: dict[str, Any]) -> Expected:
    return Expected(row["damping"], row["seeds"], dict(row["passages"]), dict(row["entities"]))


def _rows(path: Path) -> Iterator[dict[str, Any]]:
    with path.open(encoding="utf-8") as lines:
        yield from (json.loads(line) for line in lines if line.strip())


if __name__ == "__main__":
    sys.exit(main())
