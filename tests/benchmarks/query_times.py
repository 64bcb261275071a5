"""Where the time of a call goes: the queries behind it, by name."""

from __future__ import annotations

from collections import defaultdict
from contextlib import contextmanager
from time import perf_counter
from typing import TYPE_CHECKING, Any, Self

if TYPE_CHECKING:
    from collections.abc import Iterator

    from memgraph_svc.graph.graph import Graph, Row


class QueryTimes:
    """Times the named queries of a graph while it is open, for one call after the other."""

    def __init__(self, graph: Graph) -> None:
        self._graph = graph
        self._run = graph.run
        self._seconds: defaultdict[str, defaultdict[str, float]] = defaultdict(lambda: defaultdict(float))
        self._call = ""

    def __enter__(self) -> Self:
        vars(self._graph)["run"] = self._timed
        return self

    def __exit__(self, *_: object) -> None:
        del vars(self._graph)["run"]

    @contextmanager
    def of(self, call: str) -> Iterator[None]:
        """Count what runs inside for a call."""
        self._call, started = call, perf_counter()
        try:
            yield
        finally:
            self._seconds[call]["whole call"] += perf_counter() - started

    def _timed(self, name: str, /, **params: Any) -> list[Row]:
        started = perf_counter()
        try:
            return self._run(name, **params)
        finally:
            self._seconds[self._call][name] += perf_counter() - started

    def summary(self, calls: int) -> dict[str, dict[str, float]]:
        """Milliseconds of each query in a call, the dearest first."""
        return {
            call: {
                name: round(seconds * 1000 / calls, 2)
                for name, seconds in sorted(by_name.items(), key=lambda item: -item[1])
            }
            for call, by_name in self._seconds.items()
        }
