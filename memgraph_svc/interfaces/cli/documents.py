"""The JSON documents that commands write."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Iterable

    from memgraph_svc.domain.context import Context
    from memgraph_svc.domain.episode import Episode
    from memgraph_svc.domain.fact import Fact
    from memgraph_svc.domain.hit import SearchResult
    from memgraph_svc.domain.report import InsertReport

__all__ = [
    "context_document",
    "episode_document",
    "fact_documents",
    "refusal_documents",
    "report_document",
    "search_document",
]

_FACT: Final = (
    "fact_id", "subject", "predicate", "object", "valid_from", "valid_to", "recorded_at", "invalidated_at",
    "invalidated_by", "confidence", "functional", "sources",
)  # fmt: skip


def report_document(report: InsertReport) -> dict[str, Any]:
    """``{created, reused, updated, linked, facts, ended, contradicted, mentions, refused}``."""
    counts = report.model_dump(mode="json", exclude={"episode_ids", "refused"})
    return counts | {"refused": refusal_documents(report)}


def refusal_documents(report: InsertReport) -> list[dict[str, Any]]:
    """``[{line, field, rule, id?}]``."""
    return [
        {"line": refusal.line, "field": refusal.field, "rule": refusal.rule}
        | ({"id": refusal.id} if refusal.id is not None else {})
        for refusal in report.refused
    ]


def search_document(result: SearchResult) -> dict[str, Any]:
    """``{query, mode, decided_by, hits: [{id, kind, content, score, parts, arms, path?, occurred_at}]}``."""
    document = result.model_dump(mode="json", exclude={"hits": {"__all__": {"session_id"}}})
    for hit in document["hits"]:
        if not hit["path"]:
            del hit["path"]
    return document


def episode_document(episode: Episode) -> dict[str, Any]:
    """All fields of an episode, its id under ``id``."""
    fields = episode.model_dump(mode="json")
    return {"id": fields.pop("episode_id")} | fields


def fact_documents(facts: Iterable[Fact]) -> list[dict[str, Any]]:
    """``[{fact_id, subject, predicate, object, valid_from, valid_to, recorded_at, invalidated_at, ...}]``."""
    dumped = [fact.model_dump(mode="json") for fact in facts]
    return [{name: fields[name] for name in _FACT} for fields in dumped]


def context_document(context: Context) -> dict[str, Any]:
    """``{text, tokens, items: [{id, kind}], tokenizer, decided_by}``."""
    fields = context.model_dump(mode="json")
    return {name: fields.pop(name) for name in ("text", "tokens", "items")} | fields
