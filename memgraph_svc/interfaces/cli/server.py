"""``up``, ``down`` and ``status``: the embedded server."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from memgraph_svc.errors import InvalidInputError
from memgraph_svc.interfaces.cli.call import Call
from memgraph_svc.interfaces.cli.options import command
from memgraph_svc.interfaces.cli.progress import bar, spinner

if TYPE_CHECKING:
    from memgraph_svc.embedded import Running
    from memgraph_svc.settings import Settings

__all__ = ["down", "password_place", "settings_for", "start_server", "status", "up"]

_STOP: str = "memgraph-svc down"


@command
def up(
    call: Call,
    browser: Annotated[bool, typer.Option("--browser", help="Serve Neo4j Browser too.")] = False,
    profile: Annotated[
        str, typer.Option(metavar="PROFILE", help="full (for a server that stays up) or fast (starts quickly).")
    ] = "full",
    port: Annotated[
        int | None, typer.Option(min=1, max=65535, metavar="N", help="Port of Bolt; the one of last time, or any.")
    ] = None,
    show_password: Annotated[bool, typer.Option("--show-password", help="Print the password too.")] = False,
) -> None:
    """Start the embedded Neo4j with GDS, or find the running one, and migrate it. It stays up until `down`."""
    from memgraph_svc.interfaces.cli.draw import pairs
    from memgraph_svc.interfaces.cli.schema import apply_migrations

    settings = call.settings()
    running = start_server(call, settings, browser=browser, profile=profile, port=port)
    apply_migrations(settings_for(settings, running))
    document = _document(running.home, running)
    if show_password:
        document["password"] = running.password
    told = document | {"password": running.password if show_password else password_place(running)}
    call.emit(document, lambda console: pairs(console, told | {"stop with": _STOP}))


@command
def down(call: Call) -> None:
    """Stop the embedded server; its data stays."""
    from memgraph_svc.embedded import down as stop
    from memgraph_svc.interfaces.cli.draw import pairs

    home = call.settings().home
    with spinner(call, "stopping the server"):
        stopped = stop(home)
    document = _document(home, None) | {"stopped": stopped}
    call.emit(document, lambda console: pairs(console, document))


@command
def status(call: Call) -> None:
    """Tell whether the embedded server runs, and where."""
    from memgraph_svc.embedded import status as find
    from memgraph_svc.interfaces.cli.draw import pairs

    home = call.settings().home
    running = find(home)
    document = _document(home, running)
    told = document | ({"password": password_place(running)} if running else {"start with": "memgraph-svc up"})
    call.emit(document, lambda console: pairs(console, told))


def start_server(
    call: Call, settings: Settings, *, browser: bool = False, profile: str = "fast", port: int | None = None
) -> Running:
    """Start the embedded server, or find it, with a bar for what is fetched and a spinner for the start.

    Raises:
        InvalidInputError: Unknown profile.
    """
    from memgraph_svc.artifacts import browser_jar, server_jars
    from memgraph_svc.embedded import EmbeddedServer, Profile

    if profile not in list(Profile):
        raise InvalidInputError("--profile", f"must be {' or '.join(Profile)}")
    with bar(call, "fetching Neo4j and GDS", unit="files") as advance:
        server_jars(settings.cache, advance)
    if browser:
        with bar(call, "fetching Neo4j Browser", unit="files") as advance:
            browser_jar(settings.cache, advance)
    with spinner(call, "starting Neo4j"):
        return EmbeddedServer(
            settings.home, settings.cache, profile=Profile(profile), browser=browser, bolt_port=port
        ).start()


def settings_for(settings: Settings, running: Running) -> Settings:
    """Settings that name this server, whatever the environment says."""
    from pydantic import SecretStr

    server = {"neo4j_uri": running.uri, "neo4j_user": running.user, "neo4j_password": SecretStr(running.password)}
    return settings.model_copy(update=server)


def password_place(running: Running) -> str:
    """Say where the password is kept."""
    return f"in {running.home / 'server.json'}, or run memgraph-svc up --show-password"


def _document(home: Path, running: Running | None) -> dict[str, Any]:
    document: dict[str, Any] = {
        "running": running is not None,
        "uri": running.uri if running else None,
        "home": str(home.expanduser().resolve()),
        "user": running.user if running else None,
    }
    return document | ({"browser": running.browser} if running and running.browser else {})
