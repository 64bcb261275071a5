"""Reading the README: its blocks, and what of them can be run on any machine."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

__all__ = ["Block", "commands_of", "read_blocks", "runnable"]

README = Path(__file__).parents[2] / "README.md"
_FENCE = re.compile(r"^(```+|~~~+)[ \t]*([\w-]*)[^\n]*\n(.*?)^\1[ \t]*$", re.MULTILINE | re.DOTALL)
_COMMAND = re.compile(r"(?:memgraph-svc|python3? -m memgraph_svc)\s+([a-z][a-z-]*)")
_OF_THE_MACHINE = re.compile(
    r"^(sudo |git |cd |source |\. |export |unset |uvx? |pipx? |python3? -m (pip|venv|pytest)|pytest|docker |\.ci/|apt)"
)
"""Installing, choosing a folder or another server, the tests themselves, and containers."""


@dataclass(frozen=True)
class Block:
    """A fenced block, with the line that it starts at."""

    line: int
    language: str
    text: str


def read_blocks(*languages: str) -> list[Block]:
    """Blocks of these languages, in order."""
    text = README.read_text("utf-8")
    return [
        Block(text.count("\n", 0, found.start()) + 1, found[2], found[3])
        for found in _FENCE.finditer(text)
        if found[2] in languages
    ]


def commands_of(text: str) -> set[str]:
    """Names of the commands of memgraph-svc in a text."""
    return set(_COMMAND.findall(text))


def runnable(block: Block) -> str:
    """The script of a block without what depends on the machine; empty when nothing is left."""
    script = block.text
    if block.language == "console":
        script = "\n".join(line[2:] for line in _joined(script).splitlines() if line.startswith("$ "))
    kept = [left for line in _joined(script).splitlines() if (left := _without_installation(line))]
    return "\n".join(kept)


def _joined(script: str) -> str:
    """Lines that end in a backslash joined with the next one."""
    return re.sub(r"[ \t]*\\\n(?:> )?[ \t]*", " ", script)


def _without_installation(line: str) -> str:
    parts = [part.strip() for part in line.split(" && ")]
    if not any(_OF_THE_MACHINE.match(part) for part in parts):
        return line
    return " && ".join(part for part in parts if not _OF_THE_MACHINE.match(part) and commands_of(part))
