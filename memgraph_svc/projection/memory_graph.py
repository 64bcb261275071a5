"""Projections of a namespace into the memory of Graph Data Science: kept between searches, or private to a call."""

from __future__ import annotations

import atexit
import weakref
from contextlib import contextmanager, suppress
from functools import cache
from typing import TYPE_CHECKING, Final, NamedTuple, TypeVar

from memgraph_svc.errors import MemgraphError, QueryFailedError
from memgraph_svc.projection.builder import ProjectionBuilder
from memgraph_svc.projection.hot_projections import Asked, HotProjection, HotProjections
from memgraph_svc.projection.names import call_name, hot_name

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from datetime import datetime

    from memgraph_svc.domain.query import SearchFilter
    from memgraph_svc.graph.graph import Graph
    from memgraph_svc.projection.builder import Freshness, NativePlan
    from memgraph_svc.projection.hot_projections import Key
    from memgraph_svc.settings import PPRConfig

__all__ = ["MemoryGraph"]

_T = TypeVar("_T")
_NONE: Final = "none"
_open: Final[weakref.WeakSet[MemoryGraph]] = weakref.WeakSet()
_abandoned: Final[weakref.WeakKeyDictionary[Graph, list[str]]] = weakref.WeakKeyDictionary()


class _Wish(NamedTuple):
    filters: SearchFilter
    config: PPRConfig
    now: datetime

    def key(self) -> Key:
        return (self.filters.namespace, self.filters.include_archived, tuple(self.config.edge_weights.values()))


class _Lease(NamedTuple):
    name: str
    freshness: Freshness | None = None


class MemoryGraph:
    """Projections of what is live and holds in one namespace at one instant.

    Those of the present are kept, and made anew when the namespace has seen a write since or something began or ended:
    a search sees every write that was acknowledged before it started. Those of another instant are private to a call.
    What is written past this package, as by a statement in Browser, is not counted; the next counted write shows it.

    Args:
        graph: The store.
        hot_bytes: Bound on the memory of what is kept; with 0 nothing is.
    """

    def __init__(self, graph: Graph, *, hot_bytes: int = 0) -> None:
        self._graph = graph
        self._builder = ProjectionBuilder(graph)
        self.hot = HotProjections(self._builder.drop, hot_bytes) if hot_bytes else None
        if self.hot is not None:
            weakref.finalize(self, _abandon, graph, self.hot).atexit = False

    @contextmanager
    def project(self, filters: SearchFilter, config: PPRConfig, now: datetime) -> Iterator[str]:
        """Yield the name of a projection, which is there until the way out.

        The window of time and the kinds of a filter decide what is ranked, not what is walked over: of the filter
        only the namespace, the instants and the state count here.

        Raises:
            ProjectionError: The namespace is larger than the bound, or the server could not project it.
        """
        with self._lease(_Wish(filters, config, now)) as lease:
            yield lease.name

    def apply(self, filters: SearchFilter, config: PPRConfig, now: datetime, use: Callable[[str], _T]) -> _T:
        """Do something with a projection; once more when it was dropped or the namespace changed under way.

        Raises:
            ProjectionError: As of :meth:`project`.
        """
        wish, lease = _Wish(filters, config, now), None
        try:
            with self._lease(wish) as lease:
                return use(lease.name)
        except QueryFailedError:
            if lease is None or not self._moved(filters.namespace, lease):
                raise
        with self._lease(wish) as lease:
            return use(lease.name)

    def close(self) -> None:
        """Drop what is kept; a server that is gone keeps nothing."""
        if self.hot is not None:
            with suppress(MemgraphError):
                self.hot.close()

    @contextmanager
    def _lease(self, wish: _Wish) -> Iterator[_Lease]:
        kept = self._acquire(self.hot, wish) if self.hot and wish.filters.any_time else None
        if self.hot is None or kept is None:
            with self._private(wish) as name:
                yield _Lease(name)
            return
        with _given_back(lambda: self.hot and self.hot.release(kept)):
            yield _Lease(kept.name, kept.freshness)

    @contextmanager
    def _private(self, wish: _Wish) -> Iterator[str]:
        self._builder.size(*wish)
        name = call_name()
        with _given_back(lambda: self._builder.drop([name])):
            self._builder.project(name, *wish)
            yield name

    def _moved(self, namespace: str, lease: _Lease) -> bool:
        found = self._builder.freshness(namespace, lease.name)
        return not found.exists or found.commits != (lease.freshness and lease.freshness.commits)

    def _acquire(self, hot: HotProjections, wish: _Wish) -> HotProjection | None:
        filters, key = wish.filters, wish.key()
        name = hot.peek(key)
        freshness = self._builder.freshness(filters.namespace, name or _NONE)
        asked = Asked(freshness, filters.at_ms(wish.now), gone=None if freshness.exists else name)
        return hot.acquire(key, asked, lambda: self._make(hot, key, wish))

    def _make(self, hot: HotProjections, key: Key, wish: _Wish) -> HotProjection | None:
        _open.add(self)
        _close_at_exit()
        self._builder.drop(_abandoned.pop(self._graph, []))
        # counted before it is projected: what comes in between makes it too old, never too young
        freshness = self._builder.freshness(wish.filters.namespace, _NONE)
        size = self._builder.size(*wish)
        moment = self._builder.moment(wish.filters, wish.now)
        plan = self._builder.plan(wish.config, size, moment)
        if not hot.reserve(key, size.bytes(len(plan.types), plan.threads) if plan else size.bytes(0, 1)):
            return None
        name = hot_name()
        try:
            if not (plan and self._project_native(name, freshness, plan, wish)):
                self._builder.project(name, *wish)
            taken = self._builder.memory(name)
        except BaseException:
            with suppress(MemgraphError):
                self._builder.drop([name])
            raise
        return HotProjection(name, freshness, moment, wish.filters.at_ms(wish.now), taken)

    def _project_native(self, name: str, seen: Freshness, plan: NativePlan, wish: _Wish) -> bool:
        namespace = wish.filters.namespace
        if not self._builder.project_native(name, namespace, plan):
            return False
        # a write may have come in between that it cannot tell
        if self._builder.freshness(namespace, name).commits == seen.commits:
            return True
        if self._builder.moment(wish.filters, wish.now).stored:
            return True
        self._builder.drop([name])
        return False


@contextmanager
def _given_back(give_back: Callable[[], object]) -> Iterator[None]:
    """Give back on every way out; what went wrong before is the news, not that a server which is gone cannot drop."""
    try:
        yield
    except BaseException:
        with suppress(MemgraphError):
            give_back()
        raise
    give_back()


def _abandon(graph: Graph, hot: HotProjections) -> None:
    """Note what a memory graph kept that was never closed, for the next one to drop: this may be any moment."""
    _abandoned.setdefault(graph, []).extend(hot.names())


@cache
def _close_at_exit() -> None:
    atexit.register(lambda: [memory_graph.close() for memory_graph in list(_open)])
