"""Entities of like names, to and from the graph."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from memgraph_svc.graph.codec import encode_instant

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from datetime import datetime

    from numpy.typing import NDArray

    from memgraph_svc.graph.graph import Runner

__all__ = ["SynonymRepository"]

_PAGE = 2_000


@dataclass(frozen=True, slots=True)
class SynonymRepository:
    """Synonyms of one graph or unit of work."""

    runner: Runner

    def iterate_vectors(self, namespace: str) -> Iterator[tuple[list[str], NDArray[np.float32]]]:
        """Pages of entities: canonical names in order, and (n, dimension) float32."""
        after = ""
        while rows := self.runner.run("synonyms.list_vectors", namespace=namespace, after=after, limit=_PAGE):
            yield [row["canonical_name"] for row in rows], np.asarray([row["embedding"] for row in rows], np.float32)
            after = rows[-1]["canonical_name"]

    def nearest(
        self, namespace: str, vectors: Sequence[tuple[str, NDArray[np.float32]]], *, limit: int, threshold: float
    ) -> dict[str, list[tuple[str, float]]]:
        """For each (canonical name, unit vector) names with at least that cosine, nearest first, itself left out."""
        rows = [{"canonical_name": name, "embedding": vector.tolist()} for name, vector in vectors]
        found: dict[str, list[tuple[str, float]]] = {name: [] for name, _ in vectors}
        for row in self.runner.run(
            "synonyms.nearest", namespace=namespace, rows=rows, limit=limit, threshold=threshold
        ):
            found[row["canonical_name"]].append((row["neighbor"], row["cosine"]))
        return found

    def iterate_names(self, namespace: str) -> Iterator[tuple[str, str]]:
        """Canonical name and name as spelled of every entity; read in pages."""
        after = ""
        while rows := self.runner.run("synonyms.list_names", namespace=namespace, after=after, limit=_PAGE):
            yield from ((row["canonical_name"], row["name"]) for row in rows)
            after = rows[-1]["canonical_name"]

    def list_pairs(self, namespace: str) -> dict[tuple[str, str], float]:
        """Score of every noted pair of entities as (low, high) canonical names; read in pages."""
        pairs: dict[tuple[str, str], float] = {}
        after = ""
        while rows := self.runner.run("synonyms.list", namespace=namespace, after=after, limit=_PAGE):
            for row in rows:
                scored = zip(row["others"], row["scores"], strict=True)
                pairs.update(((row["canonical_name"], other), score) for other, score in scored)
            after = rows[-1]["canonical_name"]
        return pairs

    def create(self, namespace: str, pairs: Mapping[tuple[str, str], float], *, model: str, linked_at: datetime) -> int:
        """Note pairs of locked entities, (low, high) to score; returns how many are new."""
        rows = [{"low": low, "high": high, "score": score} for (low, high), score in sorted(pairs.items())]
        times = encode_instant("linked_at", linked_at)
        return self.runner.run("synonyms.create", namespace=namespace, rows=rows, model=model, **times)[0]["created"]

    def delete(self, namespace: str, pairs: Iterable[tuple[str, str]]) -> int:
        """Remove noted pairs of (low, high) names."""
        rows = [{"low": low, "high": high} for low, high in sorted(pairs)]
        return self.runner.run("synonyms.delete", namespace=namespace, rows=rows)[0]["deleted"] if rows else 0
