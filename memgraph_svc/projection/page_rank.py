"""Personalized PageRank of Graph Data Science on a projection."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from memgraph_svc.graph.filters import filter_parameters, optional_parameters

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from memgraph_svc.domain.hit import Seed
    from memgraph_svc.domain.query import SearchFilter
    from memgraph_svc.graph.graph import Graph
    from memgraph_svc.settings import PPRConfig

__all__ = ["PageRank", "SeedPath"]


@dataclass(frozen=True, slots=True)
class SeedPath:
    """A shortest path from a seed to a hit: names of its nodes, its relations, and the node each relation starts at."""

    hit: str
    seed_key: str
    names: tuple[str, ...]
    relations: tuple[str, ...]
    starts: tuple[str, ...]


class PageRank:
    """Ranks episodes by the chance that a walk from the seeds is at them."""

    def __init__(self, graph: Graph) -> None:
        self._graph = graph

    def rank(
        self, projection: str, filters: SearchFilter, seeds: Sequence[Seed], config: PPRConfig, *, limit: int,
    ) -> dict[str, float]:  # fmt: skip
        """Score of the best episodes that pass the filter, best first; only what a seed reaches has one.

        Scores are as the server gives them: proportional to the seed weights, whose sum is made 1 here.
        """
        total = sum(seed.weight for seed in seeds)
        weights: dict[tuple[str, str], float] = {}
        for seed in seeds:  # of a source given twice the server takes only the last weight
            weights[seed.kind, seed.key] = weights.get((seed.kind, seed.key), 0.0) + seed.weight
        rows = self._graph.run(
            "projection.page_rank",
            **filter_parameters(filters),
            **optional_parameters(filters),
            graph_name=projection,
            seeds=[{"kind": kind, "key": key, "weight": weight / total} for (kind, key), weight in weights.items()],
            damping_factor=config.damping_factor,
            max_iterations=config.max_iterations,
            tolerance=config.tolerance,
            concurrency=config.concurrency,
            limit=limit,
        )
        return {row["episode_id"]: row["score"] for row in rows}

    def paths(self, filters: SearchFilter, pairs: Sequence[tuple[Seed, str]], now: datetime) -> list[SeedPath]:
        """Shortest paths of at most four hops from seeds to hits, over what holds; pairs without one are left out."""
        rows = self._graph.run(
            "projection.paths",
            namespace=filters.namespace,
            pairs=[{"kind": seed.kind, "key": seed.key, "hit": hit} for seed, hit in pairs],
            archived=[False, True] if filters.include_archived else [False],
            to_ms=filters.walk_to_ms,
            at_ms=filters.at_ms(now),
            known_ms=filters.known_ms,
        )
        return [
            SeedPath(row["hit"], row["key"], tuple(row["names"]), tuple(row["relations"]), tuple(row["starts"]))
            for row in rows
        ]
