"""The one place where errors of the driver become errors of ours."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

from neo4j.exceptions import (
    AuthConfigurationError,
    AuthError,
    CertificateConfigurationError,
    ConnectionPoolError,
    ConstraintError,
    DriverError,
    Forbidden,
    Neo4jError,
    ServiceUnavailable,
    SessionExpired,
    TransientError,
)
from neo4j.exceptions import ConfigurationError as DriverConfigurationError

from memgraph_svc.errors import (
    ConfigurationError,
    ConflictError,
    GraphUnavailableError,
    MemgraphError,
    QueryFailedError,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["translate", "translated"]


def translate(error: BaseException, query: str) -> MemgraphError:
    """Return the error of ours for an error of the driver or the server.

    Args:
        error: What the driver raised.
        query: Name of the query that ran, never its text or parameters.
    """
    if isinstance(error, AuthError | Forbidden | AuthConfigurationError | CertificateConfigurationError):
        return ConfigurationError(
            "the server refused the sign-in or the right to do this", hint="check user, password and roles"
        )
    if isinstance(error, DriverConfigurationError):
        return ConfigurationError("the driver cannot work with this address or server", hint="use bolt://host:7687")
    if isinstance(error, ConstraintError):
        return ConflictError(f"query {query!r} would break a uniqueness constraint")
    if isinstance(error, ServiceUnavailable | SessionExpired | ConnectionPoolError | TransientError):
        return GraphUnavailableError(
            f"the server did not answer query {query!r}", hint="check that it runs (memgraph-svc status) and try again"
        )
    if isinstance(error, Neo4jError):
        return _refused(error, query)
    return QueryFailedError(f"query {query!r} could not be sent: {type(error).__name__}")


def _refused(error: Neo4jError, query: str) -> MemgraphError:
    """Tell what the server cannot do now from what it never does."""
    if "DatabaseNotFound" in (error.code or ""):
        return ConfigurationError("the server has no database of this name", hint="check MEMGRAPH_NEO4J_DATABASE")
    code = error.gql_status or error.code or type(error).__name__
    if error.is_retryable() or "EntityNotFound" in (error.code or ""):
        return GraphUnavailableError(f"query {query!r} could not run now ({code})", hint="try again")
    return QueryFailedError(f"query {query!r} failed with {code}", hint=_first_line(error))


def _first_line(error: Neo4jError) -> str:
    """Server's name of the condition; what follows the first full stop may quote values."""
    description = error.gql_status_description or ""
    return description.splitlines()[0].split(". ")[0][:200] if description else ""


@contextmanager
def translated(query: str) -> Iterator[None]:
    """Raise errors of ours instead of the driver's."""
    try:
        yield
    except (DriverError, Neo4jError) as error:
        raise translate(error, query) from error
