"""One projection for many searches."""

from __future__ import annotations

from contextlib import ExitStack
from typing import TYPE_CHECKING, Self, TypeVar

from memgraph_svc.errors import QueryFailedError

if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import datetime
    from types import TracebackType

    from memgraph_svc.domain.query import SearchFilter
    from memgraph_svc.projection.memory_graph import MemoryGraph
    from memgraph_svc.settings import PPRConfig

__all__ = ["SharedProjection"]

_T = TypeVar("_T")


class SharedProjection:
    """Projects at the first use, and gives that projection to the uses until the way out.

    All uses are of one filter and one instant, as the searches of a batch are. Where one cannot work with it, since the
    projection was dropped or does not hold what was written since and seeds, it is made anew for that use and the rest.
    """

    def __init__(self, memory_graph: MemoryGraph) -> None:
        self._memory_graph = memory_graph
        self._held = ExitStack()
        self._name: str | None = None

    def apply(self, filters: SearchFilter, config: PPRConfig, now: datetime, use: Callable[[str], _T]) -> _T:
        """Do something with the projection, and once more with a new one where that fails.

        Raises:
            ProjectionError: The namespace is larger than the bound, or the server could not project it.
        """
        try:
            return use(self._made(filters, config, now))
        except QueryFailedError:
            self._name = None
            self._held.close()
        return use(self._made(filters, config, now))

    def _made(self, filters: SearchFilter, config: PPRConfig, now: datetime) -> str:
        if self._name is None:
            self._name = self._held.enter_context(self._memory_graph.project(filters, config, now))
        return self._name

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._held.__exit__(kind, error, trace)
