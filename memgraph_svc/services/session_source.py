"""A session as a gist is made from it."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from memgraph_svc.domain.episode import EpisodeKind
from memgraph_svc.ports.gister import Turn

if TYPE_CHECKING:
    from collections.abc import Sequence

    from memgraph_svc.repositories.gists import StoredTurn

__all__ = ["SessionSource"]

_TOOLS: Final = {
    "tool": EpisodeKind.TOOL_RESULT, "call": EpisodeKind.TOOL_CALL,
    **{kind.value: kind for kind in (EpisodeKind.TOOL_CALL, EpisodeKind.TOOL_RESULT)},
}  # fmt: skip
"""Roles of messages that say what a tool was asked or answered; a document of a session names kinds as roles."""


@dataclass(frozen=True, slots=True)
class SessionSource:
    """The turns of a session, in order."""

    turns: Sequence[StoredTurn]

    @property
    def hash(self) -> str:
        """SHA-256 of kinds, roles and texts, each with its length before it."""
        found = hashlib.sha256()
        for turn in self.turns:
            for part in (turn.kind.value, turn.role or "", turn.content):
                data = part.encode()
                found.update(f"{len(data)}:".encode())
                found.update(data)
        return found.hexdigest()

    @property
    def kinds(self) -> list[EpisodeKind]:
        """What each turn is; a message of the role ``tool`` or ``call`` is one of a tool."""
        return [_kind(turn) for turn in self.turns]

    def read(self) -> list[Turn]:
        """The turns as a gister takes them."""
        tools = {EpisodeKind.TOOL_CALL, EpisodeKind.TOOL_RESULT}
        roles = ["" if turn.role is None or turn.role == kind else turn.role
                 for turn, kind in zip(self.turns, self.kinds, strict=True)]  # fmt: skip
        return [
            Turn(kind, turn.content, role, tool=role if kind in tools else "")
            for turn, kind, role in zip(self.turns, self.kinds, roles, strict=True)
        ]

    def text(self, places: range | None = None) -> str:
        """The turns, or those of a page, as lines of role and text."""
        chosen = self.turns if places is None else self.turns[places.start : places.stop]
        return "\n".join(f"{turn.role or turn.kind.value}: {turn.content}" for turn in chosen)


def _kind(turn: StoredTurn) -> EpisodeKind:
    return _TOOLS.get((turn.role or "").casefold(), turn.kind) if turn.kind is EpisodeKind.MESSAGE else turn.kind
