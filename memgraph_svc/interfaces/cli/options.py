"""The options that every command takes, and what a command gets of them."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any, Final, get_type_hints

import typer

from memgraph_svc.interfaces.cli.call import Call
from memgraph_svc.interfaces.cli.group import INTERRUPTED

__all__ = ["command"]

_PANEL: Final = "Options of every command"

_Namespace = Annotated[
    str | None,
    typer.Option(
        "--namespace", metavar="NAME", show_default="default", rich_help_panel=_PANEL,
        help="Tenant; MEMGRAPH_NAMESPACE where not given.",
    ),
]  # fmt: skip
_Uri = Annotated[
    str | None,
    typer.Option(
        "--uri", metavar="URI", rich_help_panel=_PANEL,
        help="Server to use, such as bolt://host:7687; MEMGRAPH_NEO4J_URI, else the embedded one.",
    ),
]  # fmt: skip
_User = Annotated[
    str | None, typer.Option("--user", metavar="USER", help="User; MEMGRAPH_NEO4J_USER.", rich_help_panel=_PANEL)
]
_PasswordFile = Annotated[
    Path | None,
    typer.Option(
        "--password-file", metavar="FILE", exists=True, dir_okay=False, readable=True, rich_help_panel=_PANEL,
        help="File with the password on its first line; MEMGRAPH_NEO4J_PASSWORD.",
    ),
]  # fmt: skip
_Database = Annotated[
    str | None,
    typer.Option("--database", metavar="NAME", help="Database; MEMGRAPH_NEO4J_DATABASE.", rich_help_panel=_PANEL),
]
_Json = Annotated[
    bool, typer.Option("--json", help="Write exactly one JSON document to standard output.", rich_help_panel=_PANEL)
]

_SHARED: Final[dict[str, tuple[Any, Any]]] = {
    "namespace": (_Namespace, None),
    "uri": (_Uri, None),
    "user": (_User, None),
    "password_file": (_PasswordFile, None),
    "database": (_Database, None),
    "as_json": (_Json, False),
}


def command(function: Callable[..., None]) -> Callable[..., None]:
    """Turn a function of a call and options of its own into one that typer reads: the shared options join them.

    A function with a parameter ``as_json`` of its own gets that instead of the shared one.
    """
    hints = get_type_hints(function, include_extras=True)
    own = list(inspect.signature(function).parameters.values())[1:]
    names = {parameter.name for parameter in own}
    shared = {name: pair for name, pair in _SHARED.items() if name not in names}

    def run(**options: Any) -> None:  # noqa: ANN401
        given = {name: options.pop(name) for name in shared}
        try:
            function(Call(**given), **options)
        except KeyboardInterrupt:
            typer.echo("error: interrupted (run it again)", err=True)
            raise typer.Exit(INTERRUPTED) from None

    parameters = [p.replace(annotation=hints[p.name], kind=inspect.Parameter.KEYWORD_ONLY) for p in own]
    parameters += [
        inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=annotation)
        for name, (annotation, default) in shared.items()
    ]
    run.__name__, run.__doc__, run.__module__ = function.__name__, function.__doc__, function.__module__
    run.__annotations__ = {p.name: p.annotation for p in parameters} | {"return": None}
    setattr(run, "__signature__", inspect.Signature(parameters))  # noqa: B010  # functions do not declare it
    return run
