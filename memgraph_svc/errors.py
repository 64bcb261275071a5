"""The one error tree of memgraph_svc.

    MemgraphError
    ├── ConfigurationError
    ├── InvalidInputError
    ├── NotFoundError
    ├── ConflictError
    │   └── TemporalConflictError
    ├── GraphError
    │   ├── GraphUnavailableError
    │   └── QueryFailedError
    ├── ProjectionError
    ├── MigrationError
    │   ├── MigrationDriftError
    │   └── MigrationLockedError
    ├── CRLError
    ├── AdapterError
    │   ├── EmbeddingError
    │   ├── ExtractionError
    │   ├── GenerationError
    │   └── RateLimitedError
    ├── ArtifactError
    │   ├── ArtifactDamagedError
    │   └── ArtifactUnreachableError
    └── EmbeddedServerError
        ├── DiskFullError
        ├── HomeInUseError
        ├── PlatformUnsupportedError
        └── PortTakenError

A message quotes identifiers with ``!r`` and never holds parameter values or content. ``hint`` says what to do next.
``retryable`` tells whether the same call can succeed when it is made again unchanged.
"""

from __future__ import annotations

from typing import ClassVar

__all__ = [
    "AdapterError",
    "ArtifactDamagedError",
    "ArtifactError",
    "ArtifactUnreachableError",
    "CRLError",
    "ConfigurationError",
    "ConflictError",
    "DiskFullError",
    "EmbeddedServerError",
    "EmbeddingError",
    "ExtractionError",
    "GenerationError",
    "GraphError",
    "GraphUnavailableError",
    "HomeInUseError",
    "InvalidInputError",
    "MemgraphError",
    "MigrationDriftError",
    "MigrationError",
    "MigrationLockedError",
    "NotFoundError",
    "PlatformUnsupportedError",
    "PortTakenError",
    "ProjectionError",
    "QueryFailedError",
    "RateLimitedError",
    "TemporalConflictError",
]


class MemgraphError(Exception):
    """Root of every error that this package raises on purpose.

    Args:
        message: What is wrong, in one line.
        hint: What to do next, in one line; empty when nothing sensible can be said.
    """

    retryable: ClassVar[bool] = False

    def __init__(self, message: str, *, hint: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint

    def __str__(self) -> str:
        return f"{self.message} ({self.hint})" if self.hint else self.message


class ConfigurationError(MemgraphError):
    """A setting is missing, contradictory, or does not fit the server or the store."""


class InvalidInputError(MemgraphError):
    """A value from outside breaks a rule; nothing was written.

    Args:
        field: Name of the offending field, dotted for nested ones.
        rule: The rule it breaks.
    """

    def __init__(self, field: str, rule: str, *, hint: str = "") -> None:
        super().__init__(f"{field}: {rule}", hint=hint)
        self.field = field
        self.rule = rule


class NotFoundError(MemgraphError):
    """The thing that was asked for by id is not in this namespace."""


class ConflictError(MemgraphError):
    """The write contradicts what is stored; nothing was written."""


class TemporalConflictError(ConflictError):
    """Two validity intervals of a single-valued predicate would hold at the same instant."""


class GraphError(MemgraphError):
    """The graph could not do what was asked."""


class GraphUnavailableError(GraphError):
    """The server cannot be reached or cannot serve now."""

    retryable = True


class QueryFailedError(GraphError):
    """The server refused or aborted a named query."""


class ProjectionError(MemgraphError):
    """A graph projection or an algorithm on it failed or would be too large."""


class MigrationError(MemgraphError):
    """The schema of the store does not fit this version of the package."""


class MigrationDriftError(MigrationError):
    """An applied migration differs from the packaged one."""


class MigrationLockedError(MigrationError):
    """Another process is migrating and did not finish in time."""

    retryable = True


class CRLError(MemgraphError):
    """A document is not in Concept Relational Language; nothing of it was read.

    Args:
        rule: The rule that it breaks.
        line: Number of the line, from 1; None where no place is meant.
        column: Place in that line, from 1, counted in Unicode code points.
    """

    def __init__(self, rule: str, *, line: int | None = None, column: int = 1, hint: str = "") -> None:
        super().__init__(rule if line is None else f"line {line}, column {column}: {rule}", hint=hint)
        self.rule = rule
        self.line = line
        self.column = column


class AdapterError(MemgraphError):
    """A model behind a port failed."""


class EmbeddingError(AdapterError):
    """The embedder failed or gave vectors that cannot be stored."""


class ExtractionError(AdapterError):
    """The extractor failed."""


class GenerationError(AdapterError):
    """The language model failed or gave output that does not validate."""


class RateLimitedError(AdapterError):
    """A remote model refused for load; the same call can succeed later."""

    retryable = True


class ArtifactError(MemgraphError):
    """A locked file (server jar, model) could not be provided."""


class ArtifactDamagedError(ArtifactError):
    """A file does not have the checksum that the lock file names."""


class ArtifactUnreachableError(ArtifactError):
    """The registry that serves a locked file cannot be reached."""

    retryable = True


class EmbeddedServerError(MemgraphError):
    """The embedded server could not start, answer or stop."""


class DiskFullError(EmbeddedServerError):
    """There is not enough free disk space."""


class HomeInUseError(EmbeddedServerError):
    """Another server runs on the same data folder."""


class PlatformUnsupportedError(EmbeddedServerError):
    """No Java runtime is packaged for this platform."""


class PortTakenError(EmbeddedServerError):
    """Another program listens on a port that the server needs."""
