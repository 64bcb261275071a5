"""Whether a server can be worked with: it answers a signed-in query, and GDS is there."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Final

from memgraph_svc.errors import EmbeddedServerError

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["answers", "wait_until_ready"]

_CONNECT_SECONDS: Final = 5.0
_PAUSE_SECONDS: Final = 0.1
_DATABASE: Final = "neo4j"


def answers(uri: str, user: str, password: str) -> bool:
    """Ask once; False while the server cannot answer yet.

    Raises:
        EmbeddedServerError: It answers and will never be usable: it refuses the password or has no GDS.
    """
    from neo4j import GraphDatabase
    from neo4j.exceptions import AuthError, ClientError, DriverError, Neo4jError

    try:
        with (
            GraphDatabase.driver(
                uri, auth=(user, password), connection_timeout=_CONNECT_SECONDS, telemetry_disabled=True
            ) as driver,
            # Not in a managed transaction: the driver would repeat it for up to half a minute by itself.
            driver.session(database=_DATABASE) as session,
        ):
            return session.run("RETURN gds.version() AS version").single() is not None
    except AuthError as error:
        raise EmbeddedServerError(
            f"the server at {uri} refuses the stored password",
            hint="if you changed it there, write the new one into server.json in the home",
        ) from error
    except ClientError as error:
        if error.code == "Neo.ClientError.Statement.SyntaxError":  # an unknown function
            raise EmbeddedServerError(
                f"the server at {uri} has no GDS", hint="delete the neo4j folder of the cache and run it again"
            ) from error
        return False
    except (Neo4jError, DriverError, OSError):
        return False


def wait_until_ready(is_alive: Callable[[], bool], ask: Callable[[], bool], timeout_seconds: float) -> bool:
    """Ask again and again.

    Returns:
        True once there is an answer, False when the server ended or did not answer in time.
    """
    end = time.monotonic() + timeout_seconds
    while is_alive():
        if ask():
            # The answer counts only if it can have come from this server.
            return is_alive()
        if time.monotonic() > end:
            return False
        time.sleep(_PAUSE_SECONDS)
    return False
