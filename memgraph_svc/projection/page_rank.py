"""Personalized PageRank of Graph Data Science on a projection."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from memgraph_svc.domain.episode import EpisodeKind
from memgraph_svc.graph.filters import filter_parameters, optional_parameters
from memgraph_svc.scoring.tolerance import Source, absolute_tolerance

if TYPE_CHECKING:
    from collections.abc import Sequence

    from memgraph_svc.domain.hit import Seed
    from memgraph_svc.domain.query import SearchFilter
    from memgraph_svc.graph.graph import Graph
    from memgraph_svc.settings import PPRConfig

__all__ = ["PageRank"]

_AT_ANY_TIME: Final = 1e-7
_FACTOR: Final = 4
_ROOM: Final = 200
"""Nodes looked at for each hit and beside: entities take places among the best too."""


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
        shares = _shares(seeds)
        parameters = {
            **filter_parameters(filters),
            **optional_parameters(filters),
            "graph_name": projection,
            "seeds": [{"kind": kind, "key": key, "weight": share} for (kind, key), share in shares.items()],
            "damping_factor": config.damping_factor,
            "max_iterations": config.max_iterations,
            "tolerance": self.tolerance(filters, seeds, config),
            "concurrency": config.concurrency,
            "limit": limit,
        }
        if _lets_most_pass(filters):
            looked_at = _FACTOR * limit + _ROOM
            rows = self._graph.run("projection.page_rank_best", **parameters, looked_at=looked_at)
            # an episode that was not looked at scores no more than the last node that was
            if rows and (rows[0]["nodes"] < looked_at or (len(rows) == limit and rows[-1]["score"] > rows[0]["least"])):
                return {row["episode_id"]: row["score"] for row in rows}
        return {row["episode_id"]: row["score"] for row in self._graph.run("projection.page_rank", **parameters)}

    def tolerance(self, filters: SearchFilter, seeds: Sequence[Seed], config: PPRConfig) -> float:
        """Gain that the server need not pass on, by the seeds that are in the namespace.

        Of another time it is a fixed one: degrees count what came later too.
        """
        if config.tolerance == 0:
            return 0.0
        if not filters.any_time:
            return _AT_ANY_TIME
        shares = _shares(seeds)
        rows = self._graph.run(
            "projection.seed_degrees",
            namespace=filters.namespace,
            seeds=[{"kind": kind, "key": key} for kind, key in shares],
        )
        weights = config.edge_weights
        sources = [
            Source(
                share=shares[row["kind"], row["key"]],
                degree=sum(weight * row[name] for name, weight in weights.items()),
                neighbors=sum(row[name] for name, weight in weights.items() if weight > 0),
                is_hit=row["kind"] == "episode",
            )
            for row in rows
        ]
        return absolute_tolerance(sources, config.damping_factor, config.tolerance)


def _shares(seeds: Sequence[Seed]) -> dict[tuple[str, str], float]:
    total = sum(seed.weight for seed in seeds)
    shares: dict[tuple[str, str], float] = {}
    for seed in seeds:  # of a source given twice the server takes only the last weight
        shares[seed.kind, seed.key] = shares.get((seed.kind, seed.key), 0.0) + seed.weight / total
    return shares


def _lets_most_pass(filters: SearchFilter) -> bool:
    """Whether the best nodes hold enough hits: no part of a namespace is asked for."""
    return (
        filters.session_id is None
        and filters.conversation_id is None
        and filters.occurred_from is None
        and filters.occurred_to is None
        and len(set(filters.kinds)) == len(EpisodeKind)
    )
