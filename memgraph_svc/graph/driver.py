"""The one place that opens drivers."""

from __future__ import annotations

from typing import Final

from neo4j import Driver, GraphDatabase, NotificationDisabledClassification, NotificationMinimumSeverity
from neo4j.exceptions import DriverError

from memgraph_svc.errors import ConfigurationError, GraphUnavailableError
from memgraph_svc.graph.translate import translated

__all__ = ["open_driver"]

_SCHEMES: Final = frozenset({"bolt", "bolt+s", "bolt+ssc", "neo4j", "neo4j+s", "neo4j+ssc"})
_HINT: Final = "use bolt://host:7687"


def open_driver(uri: str, user: str, password: str, *, pool_size: int = 20, warn: bool = False) -> Driver:
    """Open a driver and check that a signed-in server answers.

    Args:
        uri: ``bolt://``, ``neo4j://`` or their TLS forms.
        user: User name.
        password: Password.
        pool_size: Connections at most.
        warn: Turn notifications of the server into Python warnings, as tests want it.

    Raises:
        ConfigurationError: The address is malformed or the sign-in is refused.
        GraphUnavailableError: Nothing answers there.
    """
    if uri.partition("://")[0] not in _SCHEMES:
        raise ConfigurationError("the server address is malformed", hint=_HINT)
    severity = NotificationMinimumSeverity.WARNING if warn else NotificationMinimumSeverity.OFF
    try:
        driver = GraphDatabase.driver(
            uri,
            auth=(user, password),
            max_connection_pool_size=pool_size,
            connection_acquisition_timeout=60.0,
            connection_timeout=10.0,
            max_transaction_retry_time=15.0,
            user_agent="memgraph-svc",
            # a young store has not seen every property yet, which is no fault
            notifications_disabled_classifications=[NotificationDisabledClassification.UNRECOGNIZED],
            notifications_min_severity=severity,
            warn_notification_severity=severity,
        )
    except (ValueError, OSError, DriverError) as error:
        raise ConfigurationError("the server address is malformed", hint=_HINT) from error
    try:
        with translated("connect"):
            driver.verify_connectivity()
    except GraphUnavailableError as error:
        driver.close()
        place = uri.rpartition("@")[2].rpartition("/")[2]
        raise GraphUnavailableError(
            f"no Neo4j server answers at {place!r}", hint="check the address, and that the server runs and lets you in"
        ) from error
    except BaseException:
        driver.close()
        raise
    return driver
