"""Questions of a benchmark, and choosing among them."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from memgraph_svc.domain.scope import check_identifier
from memgraph_svc.errors import InvalidInputError

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

__all__ = ["Question", "select_questions"]


@dataclass(frozen=True, slots=True)
class Question:
    """A question and the episodes that answer it, none twice; ``conversation`` restricts the search to it."""

    question_id: str
    text: str
    gold_ids: tuple[str, ...]
    conversation: str | None = None


def select_questions(rows: Iterable[Mapping[str, Any]], where: str | None = None) -> list[Question]:
    """Check questions and keep those that have gold episodes and meet a condition.

    Args:
        rows: ``id``, ``question``, ``gold_ids``, and any other fields.
        where: ``field=value`` such as ``answerable=true``: the value as JSON, or else as text. None keeps all.

    Raises:
        InvalidInputError: A question or the condition has the wrong form, or nothing is left.
    """
    kept = list(rows)
    if where is not None:
        field, found, value = where.partition("=")
        if not found or not field.strip():
            raise InvalidInputError("where", "must be field=value, such as answerable=true")
        kept = [row for row in kept if _equals(row.get(field.strip()), value.strip())]
        if not kept:
            raise InvalidInputError("where", f"no question has this value of {field.strip()!r}")
    questions = [question for question in map(_question, kept) if question.gold_ids]
    if not questions:
        raise InvalidInputError("queries", "none has gold_ids, so there is nothing to measure")
    return questions


def _equals(actual: object, text: str) -> bool:
    try:
        wanted = json.loads(text)
    except ValueError:
        wanted = text
    # true is not 1, although Python says so
    return actual == text or (actual == wanted and isinstance(actual, bool) == isinstance(wanted, bool))


def _question(row: Mapping[str, Any]) -> Question:
    question_id, text, gold = row.get("id"), row.get("question"), row.get("gold_ids")
    if not isinstance(question_id, str) or not question_id:
        raise InvalidInputError("id", "of every question must be text")
    if not isinstance(text, str) or not text.strip():
        raise InvalidInputError("question", f"of {question_id!r} must be text that is not blank")
    if not isinstance(gold, list | tuple) or not all(isinstance(g, str) for g in gold):
        raise InvalidInputError("gold_ids", f"of {question_id!r} must be a list of ids")
    conversation = row.get("conversation")
    if conversation is not None:
        check_identifier("conversation", conversation)
    return Question(question_id, text, tuple(dict.fromkeys(gold)), conversation)
