"""Port: the turns of a session to a gist, line by line."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Sequence

    from memgraph_svc.domain.episode import EpisodeKind

__all__ = ["GistLine", "Gister", "Turn"]


@dataclass(frozen=True, slots=True)
class Turn:
    """What one episode of a session says.

    Args:
        kind: What it is; calls of tools, their results and messages are read in different ways.
        text: What was said, called or answered.
        role: Who speaks; of a message, ``user`` is the one who asks.
        tool: Tool that is called or answers; empty when unknown.
    """

    kind: EpisodeKind
    text: str
    role: str = ""
    tool: str = ""


@dataclass(frozen=True, slots=True)
class GistLine:
    """One line of a gist.

    Args:
        turn: Place of the turn it was made from, 0 for the first that was given.
        text: Readable text in one line.
    """

    turn: int
    text: str


class Gister(Protocol):
    """Says in few words what happened in a session. It is given the source, never an earlier gist."""

    @property
    def name(self) -> str:
        """Name of the gister, for reports."""
        ...

    def gist(self, turns: Sequence[Turn], budget_tokens: int) -> list[GistLine]:
        """Make a gist.

        Args:
            turns: The session in order.
            budget_tokens: Most tokens of the lines joined by line breaks, at least 1.

        Returns:
            Lines in the order of their turns; a turn may have several lines or none.

        Raises:
            InvalidInputError: The budget is below 1.
            GenerationError: A model behind the gister failed.
        """
        ...
