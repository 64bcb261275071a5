"""Rows of a batch, each checked alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from memgraph_svc.domain._model import validated
from memgraph_svc.domain.episode import EpisodeDraft
from memgraph_svc.domain.report import Refusal
from memgraph_svc.errors import InvalidInputError
from memgraph_svc.settings import LIMITS

if TYPE_CHECKING:
    from memgraph_svc.services.preparer import NumberedDraft

__all__ = ["validate_rows"]


def validate_rows(
    rows: Sequence[EpisodeDraft | Mapping[str, Any]], first_line: int
) -> tuple[list[NumberedDraft], list[Refusal]]:
    """Tell rows that are drafts from those that are not, each with its number."""
    drafts: list[NumberedDraft] = []
    refused: list[Refusal] = []
    for line, row in enumerate(rows, first_line):
        try:
            drafts.append((line, _draft(row)))
        except InvalidInputError as error:
            refused.append(Refusal(line=line, id=_given_id(row), field=error.field, rule=error.rule))
    return drafts, refused


def _draft(row: object) -> EpisodeDraft:
    if isinstance(row, EpisodeDraft):
        return row
    if not isinstance(row, Mapping):
        raise InvalidInputError("episode", "must be an object with fields, content at least")
    return validated(EpisodeDraft, dict(row))


def _given_id(row: object) -> str | None:
    """Id of a row that is not valid, to name it in the report."""
    found = (row.get("id") or row.get("episode_id")) if isinstance(row, Mapping) else None
    return found if isinstance(found, str) and len(found) <= LIMITS.id_characters else None
