"""The packaged history of one agent, and questions about it. Company, people and events are invented."""

from __future__ import annotations

import json
from importlib.resources import files
from typing import Any

__all__ = ["load_history", "load_questions"]


def load_history() -> list[dict[str, Any]]:
    """Return the episodes as ingest lines, in order of session and turn."""
    return [json.loads(line) for line in _text("history.jsonl").splitlines() if line]


def load_questions() -> list[dict[str, Any]]:
    """Return the questions.

    Each has id, kind (``multi_hop``, ``single_hop``, ``as_of``, ``why``), question, gold_ids, answer and note.
    ``as_of`` adds the instant asked about; ``why`` adds the episode_id to start from, and its gold_ids run from the
    nearest cause to the root. ``showcase`` marks the best one of a kind.
    """
    questions: list[dict[str, Any]] = json.loads(_text("questions.json"))["questions"]
    return questions


def _text(name: str) -> str:
    return files(__name__).joinpath(name).read_text(encoding="utf-8")
