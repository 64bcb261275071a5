"""Looking at everything the service needs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from memgraph_svc.domain.health import Check, Health
from memgraph_svc.domain.scope import check_namespace
from memgraph_svc.errors import MemgraphError

if TYPE_CHECKING:
    from collections.abc import Callable

    from memgraph_svc.ports.embedder import Embedder
    from memgraph_svc.repositories.store import Store

__all__ = ["HealthCheck"]


class HealthCheck:
    """Checks that never write and never raise for what they find.

    Args:
        store: The store.
        embedder: The embedder that would be used.
        check_versions: Raises when the server or the plugin is too old; returns both versions.
        check_schema: Raises when the schema does not fit; returns its number.
        check_model: Raises when the store holds vectors of another model.
        leftovers: Names of projections that no call owns any more.
    """

    def __init__(
        self,
        store: Store,
        embedder: Embedder,
        *,
        check_versions: Callable[[], tuple[str, str]],
        check_schema: Callable[[], int],
        check_model: Callable[[], None],
        leftovers: Callable[[], list[str]],
    ) -> None:
        self._store = store
        self._embedder = embedder
        self._check_versions = check_versions
        self._check_schema = check_schema
        self._check_model = check_model
        self._leftovers = leftovers

    def stats(self, namespace: str) -> dict[str, int]:
        """Counts of a namespace."""
        return self._store.admin.stats(check_namespace(namespace))

    def run(self) -> Health:
        """Run every check."""
        versions: list[str] = []
        schema: list[int] = []
        checks = [
            _check("versions", lambda: versions.extend(self._check_versions()) or "Neo4j {}, GDS {}".format(*versions)),
            _check("schema", lambda: schema.append(self._check_schema()) or f"{schema[0]} migrations applied"),
            _check("model", lambda: self._check_model() or f"the store holds vectors of {self._embedder.model_id!r}"),
            _check("indexes", self._indexes),
            _check("projections", self._projections),
        ]
        return Health(
            ok=all(check.ok for check in checks),
            server=versions[0] if versions else None,
            gds=versions[1] if versions else None,
            schema_version=schema[0] if schema else None,
            checks=tuple(checks),
        )

    def _indexes(self) -> str:
        states = self._store.admin.index_states()
        if waiting := sorted(name for name, state in states.items() if state != "ONLINE"):
            raise MemgraphError(f"indexes {waiting} cannot answer yet", hint="wait until they are populated")
        return f"{len(states)} indexes online"

    def _projections(self) -> str:
        if names := self._leftovers():
            raise MemgraphError(f"{len(names)} projections are left over", hint="they go when the server restarts")
        return "no projection is left over"


def _check(name: str, look: Callable[[], str]) -> Check:
    try:
        return Check(name=name, ok=True, detail=look())
    except MemgraphError as error:
        return Check(name=name, ok=False, detail=error.message, fix=error.hint)
