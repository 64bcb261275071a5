"""The strongest path from a seed to each hit of Personalized PageRank."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from memgraph_svc.domain.hit import PathStep
from memgraph_svc.graph.codec import decode_instant

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from memgraph_svc.domain.hit import Seed
    from memgraph_svc.domain.query import SearchFilter
    from memgraph_svc.graph.graph import Graph, Row
    from memgraph_svc.settings import PPRConfig

__all__ = ["SeedPath", "SeedPaths"]

_LEAST: Final = 1e-4
"""Bounds the work: in each of three rounds at most ``1 / _LEAST`` relationships are followed, whatever the graph."""
_FEW: Final = 300.0
_FAVOR: Final = {"query": 1.0, "fact": 1e-2}
_PASSAGE_FAVOR: Final = 1e-4
_PASSAGES: Final = 20
"""Passages that a path may start from: they explain only what no entity leads to."""


@dataclass(frozen=True, slots=True)
class SeedPath:
    """A path from a seed to a hit: its hops, and ids of its nodes in order, from the seed to the hit.

    ``strength`` is what the path adds to the score of the hit, of seed weights that sum to 1 and before the factor
    ``1 - damping`` that all scores have.
    """

    strength: float
    steps: tuple[PathStep, ...]
    nodes: tuple[str, ...]


class SeedPaths:
    """Explains hits by the path that adds most to their score.

    The score of a node is a sum over walks from the seeds to it; each adds the share of its seed times, for each hop,
    damping and the weight of the relationship by the weights of all relationships of the node that it leaves. The walk
    that adds most visits no node twice. Looked for are those of at most four hops; one that has become weaker than
    1e-4 before it stands beside a hit is given up, so that a hub costs nothing: none of its many relationships is
    strong. A hub beside a hit counts with the relationships it has in the store, ended ones too.
    """

    def __init__(self, graph: Graph) -> None:
        self._graph = graph

    def find(
        self, filters: SearchFilter, seeds: Sequence[Seed], hits: Sequence[str], config: PPRConfig, now: datetime
    ) -> dict[str, SeedPath]:
        """Return the strongest path to each of these episodes, over what is live and holds, by one query for all.

        A path from an entity that the question names counts a hundred times as much as one from an entity of a fact
        near it, and that as much more than one from a passage, for the question itself says why it starts there. A hit
        without a path is left out, also one that is only its own seed.
        """
        total = sum(seed.weight for seed in seeds)
        if not hits or total <= 0:
            return {}
        rows = self._graph.run(
            "projection.paths",
            namespace=filters.namespace,
            seeds=[
                {
                    "kind": s.kind,
                    "key": s.key,
                    "weight": s.weight / total,
                    "favor": _FAVOR.get(s.origin, _PASSAGE_FAVOR),
                }
                for s in _strongest(seeds)
            ],
            hits=list(hits),
            archived=filters.archived_states,
            to_ms=filters.walk_to_ms,
            at_ms=filters.at_ms(now),
            known_ms=filters.known_ms,
            damping_factor=config.damping_factor,
            **_weights(config),
            least=_LEAST,
            few=_FEW,
        )
        return {
            row["hit"]: SeedPath(
                row["strength"],
                tuple(
                    PathStep(
                        source=step["source"],
                        relation=step["relation"],
                        target=step["target"],
                        valid_from=decode_instant(step["valid_from_ms"]),
                        valid_to=decode_instant(step["valid_to_ms"]),
                    )
                    for step in row["steps"]
                ),
                tuple(row["nodes"]),
            )
            for row in rows
            if _is_whole(row)
        }


def _is_whole(row: Row) -> bool:
    """Whether none of its nodes was deleted while the path was looked for: then it has no name."""
    return None not in row["nodes"] and all(
        step[key] is not None for step in row["steps"] for key in ("source", "relation", "target")
    )


def _strongest(seeds: Sequence[Seed]) -> list[Seed]:
    """Every entity, and the passages of the greatest weight."""
    passages = sorted((seed for seed in seeds if seed.kind == "episode"), key=lambda seed: (-seed.weight, seed.key))
    return [*(seed for seed in seeds if seed.kind == "entity"), *passages[:_PASSAGES]]


def _weights(config: PPRConfig) -> dict[str, float]:
    """Weights of the relationships, the greatest as 1: only their ratio counts."""
    weights = config.edge_weights
    greatest = max(weights.values())
    return {name: weight / greatest if greatest else 0.0 for name, weight in weights.items()}
