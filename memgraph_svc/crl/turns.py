"""Turns of an episode as texts, which a document keeps word for word: ``role: text``."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from memgraph_svc.crl.lines import Line, Verbatim
from memgraph_svc.errors import InvalidInputError

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

__all__ = ["Turn", "from_turns", "to_turns"]

_HEADED: Final = re.compile(r"((?:[^:\\]|\\[:\\])*): (.*)", re.DOTALL)
_SPECIAL: Final = re.compile(r"[:\\]")
_ESCAPE: Final = re.compile(r"\\(.)")


@dataclass(frozen=True, slots=True)
class Turn:
    """Who said what."""

    role: str
    text: str


def from_turns(turns: Iterable[Turn]) -> list[Verbatim]:
    """One text for each turn; a colon or backslash of a role is escaped by a backslash.

    Raises:
        InvalidInputError: A lone surrogate.
    """
    return [Verbatim(_SPECIAL.sub(r"\\\g<0>", turn.role) + ": " + turn.text) for turn in turns]


def to_turns(lines: Sequence[Line]) -> list[Turn]:
    """Return the turns of :func:`from_turns`.

    Raises:
        InvalidInputError: A line is a statement, or a text without a role.
    """
    turns: list[Turn] = []
    for number, line in enumerate(lines, 1):
        found = _HEADED.fullmatch(line.text) if isinstance(line, Verbatim) else None
        if found is None:
            raise InvalidInputError(f"lines.{number}", "must be a text that begins with a role, a colon and a blank")
        turns.append(Turn(_ESCAPE.sub(r"\1", found[1]), found[2]))
    return turns
