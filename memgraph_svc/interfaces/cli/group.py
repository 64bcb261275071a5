"""The root of the command tree: one line on standard error for every failure, and its exit status."""

from __future__ import annotations

import os
import sys
import traceback
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import typer
from typer.core import TyperGroup

from memgraph_svc.errors import ConflictError, CRLError, InvalidInputError, MemgraphError, NotFoundError
from memgraph_svc.interfaces.cli.text import one_line

__all__ = ["FAILED", "INTERRUPTED", "REFUSED", "WRONG_USE", "CommandGroup", "exit_status"]

FAILED: Final = 1
WRONG_USE: Final = 2
REFUSED: Final = 3
INTERRUPTED: Final = 130


def exit_status(error: MemgraphError) -> int:
    """Exit status of an error: 2 for wrong input, 1 for the rest."""
    return WRONG_USE if isinstance(error, InvalidInputError) else FAILED


class CommandGroup(TyperGroup):
    """Commands whose failures are one line, never a traceback."""

    def main(
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        complete_var: str | None = None,
        standalone_mode: bool = True,
        windows_expand_args: bool = True,
        **extra: Any,  # noqa: ANN401  # as in the base class
    ) -> Any:  # noqa: ANN401
        """Run a command and exit; without arguments, show the help."""
        given = list(sys.argv[1:] if args is None else args) or ["--help"]
        try:
            status = super().main(given, prog_name, complete_var, False, windows_expand_args, **extra)
        except Exception as error:
            message, status = _told(error, f"see memgraph-svc {given[0]} --help")
            if not status:
                if os.environ.get("MEMGRAPH_TRACEBACK"):
                    raise
                message, status = f"{_where(error)} (a fault of memgraph-svc; MEMGRAPH_TRACEBACK=1 tells more)", FAILED
            typer.echo(f"error: {one_line(message)}", err=True)
        if standalone_mode:
            sys.exit(status or 0)
        return status


def _told(error: Exception, see_help: str) -> tuple[str, int]:
    """Message with what to do, and exit status; 0 for an error that nobody raised on purpose."""
    match error:
        case InvalidInputError():
            return f"{error.message} ({error.hint or see_help})", exit_status(error)
        case MemgraphError():
            return f"{error.message} ({error.hint or _next_step(error)})", exit_status(error)
        case typer.TyperException():
            context = getattr(error, "ctx", None)
            hint = see_help if context is None else f"see {context.command_path} --help"
            return f"{error.format_message()} ({hint})", error.exit_code
        case OSError(strerror=str(reason)):
            return f"{reason}: {error.filename or 'input or output'} (check the path and the permissions)", FAILED
        case _:
            return "", 0


def _next_step(error: MemgraphError) -> str:
    match error:
        case NotFoundError():
            return "check the id and --namespace"
        case ConflictError():
            return "nothing was written"
        case CRLError():
            return "correct it there; nothing of the document was read"
        case _:
            return "memgraph-svc health looks for the cause"


def _where(error: Exception) -> str:
    """Kind and place of an unexpected error; its text may hold values."""
    last = traceback.extract_tb(error.__traceback__)[-1]
    return f"unexpected {type(error).__name__} in {Path(last.filename).name}, line {last.lineno}"
