"""Facts, to and from the graph: versions of what is believed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from memgraph_svc.domain.fact import Fact
from memgraph_svc.domain.identity import namespace_token
from memgraph_svc.domain.instant import OPEN_END_MS, OPEN_PAST_MS, from_ms
from memgraph_svc.graph.codec import decode_instant, encode_instant
from memgraph_svc.graph.filters import overfetch, time_parameters

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from datetime import datetime

    from numpy.typing import NDArray

    from memgraph_svc.domain.query import SearchFilter
    from memgraph_svc.graph.graph import Row, Runner

__all__ = ["FactMatch", "FactRepository", "FactVersion", "FactWindow"]

_MANY = 2**31 - 1


@dataclass(frozen=True, slots=True)
class FactMatch:
    """A fact near a question, with its ends and how many episodes mention them."""

    fact_id: str
    subject: str
    object: str
    subject_name: str
    object_name: str
    cosine: float
    sources: list[str]
    subject_passages: int
    object_passages: int


@dataclass(frozen=True, slots=True)
class FactVersion:
    """A version of a fact as it is stored; times in milliseconds, ``sources`` with their confidences."""

    subject: str
    predicate: str
    object: str
    fact_id: str
    from_ms: int
    to_ms: int
    recorded_ms: int
    invalidated_ms: int
    invalidated_by: str | None
    sources: dict[str, float]
    confidence: float
    functional: bool
    text: str


@dataclass(frozen=True, slots=True)
class FactWindow:
    """Which versions are wanted: those that hold at ``at_ms`` (None: at any time) and were believed at ``known_ms``.

    ``versions`` takes every version, whenever it was believed.
    """

    at_ms: int | None = None
    known_ms: int | None = None
    versions: bool = False

    def parameters(self) -> dict[str, int]:
        """Return the query parameters."""
        now = self.known_ms is None and not self.versions
        known = OPEN_END_MS - 1 if self.known_ms is None else self.known_ms
        after = OPEN_PAST_MS - 1 if self.at_ms is None else self.at_ms
        return {
            # what is invalidated has the open past here: reads of the present never touch it
            "live_after_ms": max(after, OPEN_PAST_MS) if now else OPEN_PAST_MS - 1,
            "after_ms": after,
            "until_ms": OPEN_END_MS if self.at_ms is None else self.at_ms,
            "known_ms": known,
            "alive_after_ms": OPEN_PAST_MS if self.versions else known,
        }


@dataclass(frozen=True, slots=True)
class FactRepository:
    """Facts of one graph or unit of work."""

    runner: Runner

    def find_known(self, namespace: str, facts: Iterable[tuple[str, str, str, str]]) -> set[str]:
        """Which sentences of (subject, predicate, object, sentence) have a vector in the store."""
        rows = [{"subject": s, "predicate": p, "object": o, "text": text} for s, p, o, text in sorted(set(facts))]
        found = self.runner.run("facts.find_known", namespace=namespace, rows=rows) if rows else []
        return {row["text"] for row in found}

    def versions_of_facts(self, namespace: str, ends: Sequence[tuple[str, str, str]]) -> list[tuple[int, FactVersion]]:
        """Every version of (subject, predicate, object), each with the number of its row."""
        rows = [{"subject": s, "predicate": p, "object": o} for s, p, o in ends]
        found = self.runner.run("facts.versions_of_facts", namespace=namespace, rows=rows) if rows else []
        return [(row["row"], _version(row, ends[row["row"]][0], ends[row["row"]][1])) for row in found]

    def versions_of_subjects(self, namespace: str, ends: Sequence[tuple[str, str]]) -> list[tuple[int, FactVersion]]:
        """Every version of the facts of (subject, predicate), each with the number of its row."""
        rows = [{"subject": s, "predicate": p} for s, p in ends]
        found = self.runner.run("facts.versions_of_subjects", namespace=namespace, rows=rows) if rows else []
        return [(row["row"], _version(row, *ends[row["row"]])) for row in found]

    def create(self, namespace: str, versions: Iterable[tuple[FactVersion, NDArray[np.float32]]]) -> int:
        """Create versions between existing entities, each with the vector of its sentence."""
        rows = [
            {
                "subject": v.subject,
                "object": v.object,
                "embedding": vector.tolist(),
                "props": {
                    "namespace": namespace, "ns_token": namespace_token(namespace), "fact_id": v.fact_id,
                    "subject": v.subject, "predicate": v.predicate, "object": v.object, "text": v.text,
                    "valid_from": decode_instant(v.from_ms), "valid_from_ms": v.from_ms,
                    **encode_instant("recorded_at", from_ms(v.recorded_ms)), **_changing(v),
                },
            }
            for v, vector in versions
        ]  # fmt: skip
        return self.runner.run("facts.create", namespace=namespace, rows=rows)[0]["created"] if rows else 0

    def change(self, namespace: str, versions: Iterable[FactVersion]) -> int:
        """Bring stored versions to what these say, but for their ends, beginning and recorded time."""
        rows = [{"fact_id": v.fact_id, "recorded_ms": v.recorded_ms, "props": _changing(v)} for v in versions]
        return self.runner.run("facts.change", namespace=namespace, rows=rows)[0]["changed"] if rows else 0

    def delete(self, namespace: str, versions: Iterable[FactVersion]) -> int:
        """Delete versions."""
        rows = [{"fact_id": v.fact_id, "recorded_ms": v.recorded_ms} for v in versions]
        return self.runner.run("facts.delete", namespace=namespace, rows=rows)[0]["deleted"] if rows else 0

    def find_vectors(self, namespace: str, versions: Iterable[FactVersion]) -> dict[str, NDArray[np.float32]]:
        """Vectors of the sentences of stored versions, by sentence."""
        rows = [{"fact_id": v.fact_id, "recorded_ms": v.recorded_ms} for v in versions]
        found = self.runner.run("facts.find_vectors", namespace=namespace, rows=rows) if rows else []
        return {row["text"]: np.asarray(row["embedding"], np.float32) for row in found}

    def list(
        self,
        namespace: str,
        window: FactWindow,
        *,
        subject: str | None = None,
        predicate: str | None = None,
        object: str | None = None,
        limit: int | None = None,
    ) -> list[Fact]:
        """Versions of a subject, predicate or object (canonical names), in a stable order."""
        parameters = {"namespace": namespace, "limit": limit or _MANY, **window.parameters()}
        if subject is not None:
            parameters |= {"subject": subject, "object": object, "predicate": predicate}
            return _facts(self.runner.run("facts.list_by_subject", **parameters))
        if object is not None:
            return _facts(self.runner.run("facts.list_by_object", object=object, predicate=predicate, **parameters))
        if predicate is not None:
            return _facts(self.runner.run("facts.list_by_predicate", predicate=predicate, **parameters))
        return _facts(self.runner.run("facts.list_all", **parameters))

    def get(self, namespace: str, fact_ids: Iterable[str]) -> list[tuple[Fact, str, str]]:
        """Every version of facts, with the canonical names of its ends."""
        rows = self.runner.run("facts.get", namespace=namespace, fact_ids=sorted(set(fact_ids)))
        return [(fact, row["subject_key"], row["object_key"]) for fact, row in zip(_facts(rows), rows, strict=True)]

    def nearest(
        self, filters: SearchFilter, vector: NDArray[np.float32], *, now: datetime, limit: int
    ) -> list[FactMatch]:
        """Facts that hold and are nearest to a (dimension,) unit vector, best first."""
        rows = self.runner.run(
            "facts.nearest",
            namespace=filters.namespace,
            vector=vector.tolist(),
            at_ms=filters.at_ms(now),
            limit=limit,
            fetch=overfetch(limit),
            **time_parameters(filters),
        )
        # one that was deleted while the index was searched has lost its properties
        return [FactMatch(**row) for row in rows if None not in row.values()]


def _changing(version: FactVersion) -> Mapping[str, object]:
    """Properties that may change while a version stands."""
    live = version.invalidated_ms == OPEN_END_MS
    return {
        "valid_to": decode_instant(version.to_ms),
        "valid_to_ms": version.to_ms,
        # a projection takes the weight of the settings where there is none here
        "weight": None if live and version.to_ms == OPEN_END_MS else 0.0,
        "live_to_ms": version.to_ms if live else OPEN_PAST_MS,
        "invalidated_at": decode_instant(version.invalidated_ms),
        "invalidated_at_ms": version.invalidated_ms,
        "invalidated_by": version.invalidated_by,
        "sources": list(version.sources),
        "source_confidences": list(version.sources.values()),
        "confidence": version.confidence,
        "functional": version.functional,
    }


def _version(row: Row, subject: str, predicate: str) -> FactVersion:
    return FactVersion(
        subject=subject,
        predicate=predicate,
        object=row["object"],
        fact_id=row["fact_id"],
        from_ms=row["from_ms"],
        to_ms=row["to_ms"],
        recorded_ms=row["recorded_ms"],
        invalidated_ms=row["invalidated_ms"],
        invalidated_by=row["invalidated_by"],
        sources=dict(zip(row["sources"], row["confidences"], strict=True)),
        confidence=row["confidence"],
        functional=row["functional"],
        text=row["text"],
    )


def _facts(rows: Iterable[Row]) -> list[Fact]:
    return [
        Fact(
            fact_id=row["fact_id"], subject=row["subject"], predicate=row["predicate"], object=row["object"],
            valid_from=decode_instant(row["from_ms"]), valid_to=decode_instant(row["to_ms"]),
            recorded_at=from_ms(row["recorded_ms"]), invalidated_at=decode_instant(row["invalidated_ms"]),
            invalidated_by=row["invalidated_by"], confidence=row["confidence"], functional=row["functional"],
            sources=tuple(row["sources"]),
        )
        for row in rows
    ]  # fmt: skip
