"""Similarity links, to and from the graph."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from memgraph_svc.domain.link import Neighbor
from memgraph_svc.graph.codec import encode_instant

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from datetime import datetime

    from numpy.typing import NDArray

    from memgraph_svc.domain.prepared import NewLink
    from memgraph_svc.graph.graph import Runner

__all__ = ["Candidate", "LinkRepository"]

_PAGE = 2_000


@dataclass(frozen=True, slots=True)
class Candidate:
    """A stored episode near a new one; ``stronger`` counts its links that are closer than the new one."""

    episode_id: str
    cosine: float
    stronger: int


@dataclass(frozen=True, slots=True)
class LinkRepository:
    """Links of one graph or unit of work."""

    runner: Runner

    def nearest(
        self, namespace: str, vectors: Sequence[tuple[str, NDArray[np.float32]]], *, limit: int, threshold: float
    ) -> dict[str, list[Candidate]]:
        """For each (id, unit vector) the live episodes with at least that cosine, nearest first, itself left out."""
        rows = [{"episode_id": episode, "embedding": vector.tolist()} for episode, vector in vectors]
        found: dict[str, list[Candidate]] = {episode: [] for episode, _ in vectors}
        for row in self.runner.run("links.nearest", namespace=namespace, rows=rows, limit=limit, threshold=threshold):
            found[row["episode_id"]].append(Candidate(row["neighbor"], row["cosine"], row["stronger"]))
        return found

    def create(self, namespace: str, links: Iterable[NewLink], *, model: str, linked_at: datetime) -> int:
        """Link pairs; returns how many are new. Existing ends are locked in the order of the targets."""
        rows = [
            {"low": link.pair[0], "high": link.pair[1], "score": link.score}
            for link in sorted(links, key=lambda link: (link.target, link.source))
        ]
        return self.runner.run(
            "links.create", namespace=namespace, rows=rows, model=model, **encode_instant("linked_at", linked_at)
        )[0]["created"]

    def delete(self, namespace: str, pairs: Iterable[tuple[str, str]]) -> int:
        """Remove links of (low id, high id) pairs."""
        rows = [{"low": low, "high": high} for low, high in sorted(pairs)]
        return self.runner.run("links.delete", namespace=namespace, rows=rows)[0]["deleted"] if rows else 0

    def delete_of(self, namespace: str, episode_id: str) -> int:
        """Remove every link of an episode."""
        return self.runner.run("links.delete_of", namespace=namespace, episode_id=episode_id)[0]["deleted"]

    def list_pairs(self, namespace: str) -> set[tuple[str, str]]:
        """Every linked pair of a namespace as (low id, high id); read in pages."""
        pairs: set[tuple[str, str]] = set()
        after = ""
        while rows := self.runner.run("links.list", namespace=namespace, after=after, limit=_PAGE):
            pairs.update((row["episode_id"], target) for row in rows for target in row["targets"])
            after = rows[-1]["episode_id"]
        return pairs

    def count(self, namespace: str, *, after: str) -> int:
        """Count the live episodes behind an id."""
        return self.runner.run("links.count", namespace=namespace, after=after)[0]["episodes"]

    def iterate_vectors(self, namespace: str, *, after: str = "") -> Iterator[tuple[list[str], NDArray[np.float32]]]:
        """Pages of live episodes behind an id: ids in order, and (n, dimension) float32."""
        while rows := self.runner.run("links.list_vectors", namespace=namespace, after=after, limit=_PAGE):
            yield [row["episode_id"] for row in rows], np.asarray([row["embedding"] for row in rows], np.float32)
            after = rows[-1]["episode_id"]

    def get_vectors(self, namespace: str, episode_ids: Iterable[str]) -> dict[str, NDArray[np.float32]]:
        """Vectors of those live episodes that exist."""
        rows = self.runner.run("links.get_vectors", namespace=namespace, episode_ids=sorted(set(episode_ids)))
        return {row["episode_id"]: np.asarray(row["embedding"], np.float32) for row in rows}

    def find_linked(self, namespace: str, episode_ids: Iterable[str]) -> dict[str, list[str]]:
        """Ids of the episodes linked to each of these, in either direction."""
        rows = self.runner.run("links.linked", namespace=namespace, episode_ids=sorted(set(episode_ids)))
        return {row["episode_id"]: row["linked"] for row in rows}

    def neighbors(
        self, namespace: str, episode_id: str, *, limit: int, include_archived: bool, to_ms: int, known_ms: int
    ) -> list[Neighbor]:
        """Episodes linked to an episode in either direction, strongest first."""
        rows = self.runner.run(
            "links.neighbors",
            namespace=namespace,
            episode_id=episode_id,
            include_archived=include_archived,
            to_ms=to_ms,
            known_ms=known_ms,
            limit=limit,
        )
        return [Neighbor(**row) for row in rows]
