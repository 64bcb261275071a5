"""The engine check passes on a small graph of the same form, whose exact scores igraph gives."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import igraph
import numpy as np
from script_runs import small_run

if TYPE_CHECKING:
    from pathlib import Path

    from memgraph_svc.settings import Settings

TIMEOUT_SECONDS = 300
ENTITIES, PASSAGES = 120, 40


def make_graph(random: np.random.Generator) -> tuple[list[dict[str, str]], list[dict[str, Any]]]:
    names = [f"e{number}" for number in range(ENTITIES)]
    nodes = [{"id": name, "kind": "entity"} for name in names]
    nodes += [{"id": f"p{number}", "kind": "passage"} for number in range(PASSAGES)]
    facts = {tuple(sorted(random.choice(ENTITIES, 2, replace=False).tolist())) for _ in range(200)}
    alike = {tuple(sorted(random.choice(ENTITIES, 2, replace=False).tolist())) for _ in range(60)}
    edges = [{"a": names[a], "b": names[b], "kind": "fact", "w": int(random.integers(1, 4))} for a, b in sorted(facts)]
    edges += [
        {"a": names[a], "b": names[b], "kind": "synonym", "w": round(float(random.uniform(0.8, 1)), 6)}
        for a, b in sorted(alike)
    ]
    for number in range(PASSAGES):
        edges += [
            {"a": names[entity], "b": f"p{number}", "kind": "mention", "w": 1.0}
            for entity in random.choice(ENTITIES, 5, replace=False).tolist()
        ]
    return nodes, edges


def exact_cases(
    random: np.random.Generator, nodes: list[dict[str, str]], edges: list[dict[str, Any]]
) -> list[dict[str, Any]]:
    keys = [node["id"] for node in nodes]
    place = {key: number for number, key in enumerate(keys)}
    ends = [(place[edge["a"]], place[edge["b"]]) for edge in edges]
    graph = igraph.Graph(n=len(keys), edges=ends, edge_attrs={"weight": [float(edge["w"]) for edge in edges]})
    linked = [number for number in range(len(keys)) if graph.degree(number)]
    cases = []
    for number in range(4):
        chosen = random.choice(linked, 6, replace=False).tolist()
        weights = random.uniform(0.05, 1, 6).round(6).tolist()
        for damping in (0.5, 0.85):
            reset = np.zeros(len(keys))
            reset[chosen] = weights
            scores = graph.personalized_pagerank(
                directed=False, damping=damping, reset=reset.tolist(), weights="weight"
            )
            ranked = sorted(zip(keys, scores, strict=True), key=lambda pair: -pair[1])
            cases.append(
                {
                    "query": str(number), "damping": damping,
                    "seeds": {keys[node]: weight for node, weight in zip(chosen, weights, strict=True)},
                    "passages": [pair for pair in ranked if pair[0].startswith("p")][:20],
                    "entities": [pair for pair in ranked if pair[0].startswith("e")][:10],
                }
            )  # fmt: skip
    return cases


def test_the_server_scores_a_given_graph_exactly(server: Settings, source_root: Path, tmp_path: Path) -> None:
    random = np.random.default_rng(31)
    nodes, edges = make_graph(random)
    parts = {"nodes": nodes, "edges": edges, "expected": exact_cases(random, nodes, edges)}
    for name, rows in parts.items():
        (tmp_path / f"{name}.jsonl").write_text("\n".join(json.dumps(row) for row in rows), encoding="utf-8")
    report = small_run(
        server, source_root, "engine_check.py", timeout_seconds=TIMEOUT_SECONDS, arguments=[str(tmp_path)]
    )
    assert [figure for figure in report["figures"] if not figure["met"]] == []
    assert report["questions"] == 8
