"""Written sessions of an agent with probe questions, to measure what a gist keeps."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from memgraph_svc.domain.episode import EpisodeKind
from memgraph_svc.ports.gister import Turn
from memgraph_svc.scoring.retention import holds_answer

if TYPE_CHECKING:
    from collections.abc import Iterable

WRITTEN = Path(__file__).with_name("trajectories.json")
"""Ten sessions of different fields; a quarter of the questions are answered in tool output only."""

KINDS = {
    "user": EpisodeKind.MESSAGE,
    "assistant": EpisodeKind.MESSAGE,
    "call": EpisodeKind.TOOL_CALL,
    "tool": EpisodeKind.TOOL_RESULT,
}


@dataclass(frozen=True, slots=True)
class Probe:
    """A question with its accepted answers; ``said`` tells whether a message has one, else only a tool or a call."""

    question: str
    answers: tuple[str, ...]
    said: bool


@dataclass(frozen=True, slots=True)
class Trajectory:
    id: str
    turns: list[Turn]
    probes: list[Probe]

    @property
    def source(self) -> str:
        return plain(self.turns)


def plain(turns: Iterable[Turn]) -> str:
    """The turns as ``role: text`` lines, which a gist is compared with."""
    return "\n".join(f"{turn.role}: {turn.text}" for turn in turns)


def read_trajectories(file: Path) -> list[Trajectory]:
    """Read ``[{id, turns: [{role, text, tool?}], qa: [[question, [answers], ...]]}]``."""
    return [_trajectory(row) for row in json.loads(file.read_text(encoding="utf-8"))]


def _trajectory(row: dict[str, Any]) -> Trajectory:
    turns = [Turn(KINDS[turn["role"]], turn["text"], turn["role"], turn.get("tool", "")) for turn in row["turns"]]
    said = plain(turn for turn in turns if turn.kind is EpisodeKind.MESSAGE)
    probes = [Probe(question, tuple(answers), holds_answer(said, answers)) for question, answers, *_ in row["qa"]]
    return Trajectory(row["id"], turns, probes)
