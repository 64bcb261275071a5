"""Two forms of options that only ``eval`` knows: ``-k 2 5 10``, and ``--json`` with or without a file."""

from __future__ import annotations

from typing import Any

from typer.core import TyperCommand

__all__ = ["EvalCommand", "expanded"]


class EvalCommand(TyperCommand):
    """Accepts several numbers after ``-k``, and ``--json`` alone for standard output."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:  # noqa: ANN401  # the type is private to typer
        """Bring the arguments into the form that options have elsewhere."""
        return super().parse_args(ctx, expanded(args))


def expanded(args: list[str]) -> list[str]:
    """``-k 2 5`` as ``-k 2 -k 5``, and ``--json`` without a value as ``--json -``."""
    given: list[str] = []
    option = ""
    for place, word in enumerate(args):
        after_first_number = option == "-k" and args[place - 1] != "-k"
        if word.startswith("-") and word != "-":
            option = word
        elif after_first_number and word.isdecimal():
            given.append("-k")
        given.append(word)
        following = args[place + 1] if place + 1 < len(args) else "--"
        if word == "--json" and following.startswith("-") and following != "-":
            given.append("-")
    return given
