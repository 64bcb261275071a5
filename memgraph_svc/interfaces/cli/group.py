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

from memgraph_svc.errors import InvalidInputError, MemgraphError, NotFoundError
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
        except MemgraphError as error:
            status = _fail(f"{error.message} ({error.hint or _default_hint(error, given)})", exit_status(error))
        except typer.TyperException as error:
            status = _fail(f"{error.format_message()}{_help_hint(error)}", error.exit_code)
        except OSError as error:
            status = _fail(f"{error.strerror or type(error).__name__}: {error.filename or 'input or output'}", FAILED)
        except Exception as error:
            if os.environ.get("MEMGRAPH_TRACEBACK"):
                raise
            status = _fail(f"{_where(error)} (a fault of memgraph-svc; MEMGRAPH_TRACEBACK=1 shows more)", FAILED)
        if standalone_mode:
            sys.exit(status or 0)
        return status


def _fail(message: str, status: int) -> int:
    typer.echo(f"error: {one_line(message)}", err=True)
    return status


def _default_hint(error: MemgraphError, args: Sequence[str]) -> str:
    """What to do about an error that does not say it itself."""
    if isinstance(error, InvalidInputError):
        return f"see memgraph-svc {args[0]} --help"
    if isinstance(error, NotFoundError):
        return "check the id and --namespace"
    return "memgraph-svc health looks for the cause"


def _help_hint(error: typer.TyperException) -> str:
    context = getattr(error, "ctx", None)
    return f" (see {context.command_path} --help)" if context is not None else ""


def _where(error: Exception) -> str:
    """Kind and place of an unexpected error; its text may hold values."""
    last = traceback.extract_tb(error.__traceback__)[-1]
    return f"unexpected {type(error).__name__} in {Path(last.filename).name}, line {last.lineno}"
