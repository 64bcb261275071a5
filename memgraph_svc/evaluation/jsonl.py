"""Reading files of one JSON object a line."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from memgraph_svc.errors import InvalidInputError

if TYPE_CHECKING:
    from pathlib import Path

__all__ = ["read_jsonl"]


def read_jsonl(path: Path) -> list[dict[str, Any]]:
    """Read every line; blank ones are skipped.

    Raises:
        InvalidInputError: The file cannot be read, or a line is not a JSON object; the line is named.
    """
    try:
        text = path.read_text("utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        rule = f"cannot be read ({type(error).__name__})"
        raise InvalidInputError(path.name, rule, hint="give a readable file in UTF-8") from None
    rows: list[dict[str, Any]] = []
    for number, line in enumerate(text.split("\n"), 1):
        if not line.strip():
            continue
        try:
            row = json.loads(line)
        except ValueError:
            row = None
        if not isinstance(row, dict):
            raise InvalidInputError(f"{path.name}, line {number}", "must be a JSON object")
        rows.append(row)
    return rows
