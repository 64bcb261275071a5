"""Claims, to and from the graph."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from memgraph_svc.domain.claim import Claim
from memgraph_svc.domain.instant import OPEN_END_MS, from_ms
from memgraph_svc.graph.codec import decode_instant, encode_instant

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from memgraph_svc.domain.claim import ClaimDraft
    from memgraph_svc.graph.graph import Row, Runner

__all__ = ["ClaimRepository", "ClaimRow", "StoredClaim"]

ClaimRow = tuple[str, str, int, int]
"""Key of a stored claim, with the time of its retraction."""


@dataclass(frozen=True, slots=True)
class StoredClaim:
    """A claim, the fact id that it is contradicted by, and whether it was asserted apart from its episode's text."""

    claim: Claim
    contradicts: str | None
    asserted: bool

    @property
    def row(self) -> ClaimRow:
        """What identifies it in the store."""
        return (*self.claim.key, self.claim.retracted_ms)

    @property
    def fact(self) -> tuple[str, str, str]:
        """Subject, predicate and object."""
        return (self.claim.subject, self.claim.predicate, self.claim.object)


@dataclass(frozen=True, slots=True)
class ClaimRepository:
    """Claims of one graph or unit of work."""

    runner: Runner

    def find_single(
        self, namespace: str, groups: Iterable[tuple[str, Sequence[str], str]]
    ) -> dict[tuple[str, str], tuple[int, ...]]:
        """Of (subject, its spellings, predicate), those that have or had one value at a time.

        Returns:
            For each (subject, predicate) the moments at which that was declared of the predicate and not, in turn.
        """
        rows = [{"subject": s, "subjects": list(names), "predicate": p} for s, names, p in groups]
        found = self.runner.run("claims.find_single", namespace=namespace, rows=rows) if rows else []
        return {(row["subject"], row["predicate"]): tuple(row["switches"]) for row in found}

    def of_facts(self, namespace: str, ends: Sequence[tuple[str, str, str]]) -> list[tuple[int, StoredClaim]]:
        """Claims of (subject, predicate, object) as spelled, each with the number of its row."""
        rows = [{"subject": s, "predicate": p, "object": o} for s, p, o in ends]
        return _numbered(self.runner.run("claims.of_facts", namespace=namespace, rows=rows)) if rows else []

    def of_subjects(self, namespace: str, ends: Sequence[tuple[str, str]]) -> list[tuple[int, StoredClaim]]:
        """Claims of (subject, predicate) as spelled, each with the number of its row."""
        rows = [{"subject": s, "predicate": p} for s, p in ends]
        return _numbered(self.runner.run("claims.of_subjects", namespace=namespace, rows=rows)) if rows else []

    def of_source(self, namespace: str, source: str) -> list[StoredClaim]:
        """Claims of an episode."""
        found = self.runner.run("claims.of_sources", namespace=namespace, sources=[source])
        return [claim for _, claim in _numbered(found)]

    def get(self, namespace: str, fact_id: str) -> list[StoredClaim]:
        """Claims under a fact id."""
        return [c for _, c in _numbered(self.runner.run("claims.get", namespace=namespace, fact_ids=[fact_id]))]

    def create(self, namespace: str, drafts: Iterable[tuple[ClaimDraft, int, str | None]]) -> int:
        """Keep new claims, each with its recorded time and the fact id that it is contradicted by."""
        rows = [
            {"subject": d.subject, "object": d.object, "props": _properties(namespace, d, recorded, contradicts)}
            for d, recorded, contradicts in drafts
        ]
        return self.runner.run("claims.create", namespace=namespace, rows=rows)[0]["created"] if rows else 0

    def change(self, namespace: str, changes: Iterable[tuple[ClaimRow, Mapping[str, object]]]) -> int:
        """Change properties of claims."""
        rows = [_key(row) | {"props": dict(props)} for row, props in changes]
        return self.runner.run("claims.change", namespace=namespace, rows=rows)[0]["changed"] if rows else 0

    def delete(self, namespace: str, claims: Iterable[ClaimRow]) -> int:
        """Delete claims."""
        rows = [_key(row) for row in claims]
        return self.runner.run("claims.delete", namespace=namespace, rows=rows)[0]["deleted"] if rows else 0

    def contradicted(self, namespace: str, subjects: Sequence[str], predicate: str | None) -> list[Row]:
        """Claims that are contradicted, as properties of a conflict; no spellings of a subject stand for any."""
        rows = self.runner.run(
            "claims.contradicted",
            namespace=namespace, subjects=list(subjects), predicate=predicate,
        )  # fmt: skip
        return [
            {
                "fact_id": row["fact_id"], "subject": row["subject"], "predicate": row["predicate"],
                "object": row["object"], "valid_from": decode_instant(row["from_ms"]),
                "valid_to": decode_instant(row["to_ms"]), "source": row["source"] or None,
                "confidence": row["confidence"], "contradicts": row["contradicts"],
            }
            for row in rows
        ]  # fmt: skip


def _key(row: ClaimRow) -> Row:
    fact_id, source, to_ms, retracted_ms = row
    return {"fact_id": fact_id, "source": source, "to_ms": to_ms, "retracted_ms": retracted_ms}


def _numbered(rows: Iterable[Row]) -> list[tuple[int, StoredClaim]]:
    return [(row["row"], _stored(row)) for row in rows]


def _stored(row: Row) -> StoredClaim:
    names = Claim.__dataclass_fields__
    return StoredClaim(Claim(**{name: row[name] for name in names}), row["contradicts"], row["asserted"])


def _properties(namespace: str, draft: ClaimDraft, recorded: int, contradicts: str | None) -> Row:
    return {
        "namespace": namespace,
        "fact_id": draft.fact_id,
        "subject": draft.subject,
        "object": draft.object,
        "predicate": draft.predicate,
        "text": draft.text,
        "source": draft.source,
        "said_at_ms": draft.said_ms,
        "confidence": draft.confidence,
        "firm": draft.firm,
        "functional": draft.functional,
        "functional_of": draft.subject if draft.functional else None,
        "asserted": draft.asserted,
        "contradicts": contradicts,
        "valid_from": decode_instant(draft.from_ms),
        "valid_from_ms": draft.from_ms,
        "valid_to": decode_instant(draft.to_ms),
        "valid_to_ms": draft.to_ms,
        **encode_instant("recorded_at", from_ms(recorded)),
        "retracted_at_ms": OPEN_END_MS,
    }
