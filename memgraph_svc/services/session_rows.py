"""The turns of a document that keeps a session word for word, as rows of episodes."""

from __future__ import annotations

from typing import Any

from memgraph_svc.crl.reader import read_document
from memgraph_svc.crl.turns import to_turns
from memgraph_svc.domain._model import validated
from memgraph_svc.domain.episode import EpisodeDraft
from memgraph_svc.domain.text import check_text
from memgraph_svc.errors import InvalidInputError

__all__ = ["session_rows"]


def session_rows(document: str, session_id: str) -> list[dict[str, Any]]:
    """Read and check the turns of a document.

    Args:
        document: Texts of role, colon and text.
        session_id: Session that they become, turn by turn from 1.

    Raises:
        CRLError: The document is damaged.
        InvalidInputError: It is a gist, a line has no role, or a role or text would not be kept as it is.
    """
    if not isinstance(document, str):
        raise InvalidInputError("document", "must be text")
    read = read_document(document)
    if read.head.lossy:
        raise InvalidInputError("document", "is a gist, which holds no episode")
    rows: list[dict[str, Any]] = []
    for number, turn in enumerate(to_turns(read.lines), 1):
        if _kept(turn.text) != turn.text or _kept(turn.role) != turn.role:
            raise InvalidInputError(f"lines.{number}", "must not begin or end with a blank, or be empty")
        row = {
            "id": f"{session_id}/{number}", "session": session_id, "turn": number, "role": turn.role,
            "content": turn.text,
        }  # fmt: skip
        _check_row(number, row)
        rows.append(row)
    return rows


def _kept(text: str) -> str | None:
    """What an episode keeps of a text."""
    try:
        return check_text(text)
    except ValueError:
        return None


def _check_row(number: int, row: dict[str, Any]) -> None:
    """Check a turn of a document, and name its line where it breaks a rule of episodes."""
    try:
        validated(EpisodeDraft, row)
    except InvalidInputError as error:
        if error.field == "id":
            raise InvalidInputError("session_id", "is too long for ids of its turns") from None
        raise InvalidInputError(f"lines.{number}", f"{error.field} {error.rule}") from None
