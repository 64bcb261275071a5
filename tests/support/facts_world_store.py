"""The generated world of facts in the store, and what of the graph may be walked over at a pair of instants."""

from __future__ import annotations

import uuid
from collections import defaultdict
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any

from support.facts_world import FUNCTIONAL, LOADS, FactsWorld, Report, Triple, instant_of, moment_of
from support.worlds import make_memory

from memgraph_svc.adapters.clock import FixedClock
from memgraph_svc.domain.identity import fact_id

if TYPE_CHECKING:
    from collections.abc import Iterable

    from memgraph_svc.graph.graph import Graph
    from memgraph_svc.services.memory import MemoryService
    from memgraph_svc.settings import Settings

DECLARED = FUNCTIONAL[:2]
"""Declared single-valued; the others are marked so by each fact."""

BEFORE = timedelta(hours=1)


@dataclass(frozen=True, slots=True)
class Pair:
    """A day as known by a load; None is what is known at last."""

    day: float
    load: float | None

    @property
    def at(self) -> datetime:
        """Valid time."""
        return instant_of(self.day)

    @property
    def options(self) -> dict[str, datetime | None]:
        """The pair as callers give it."""
        return {"as_of": self.at, "known_at": None if self.load is None else moment_of(self.load)}

    @property
    def heard(self) -> float:
        """Last load that is known."""
        return LOADS - 0.5 if self.load is None else self.load


class StoredWorld:
    """A world in a namespace of its own, told load by load: by episodes, by assertions and by retractions."""

    def __init__(self, graph: Graph, server: Settings, world: FactsWorld) -> None:
        self.world = world
        self.namespace = f"t-{uuid.uuid4().hex[:12]}"
        self.clock = FixedClock(moment_of(-1))
        self.memory: MemoryService = make_memory(graph, server, self.namespace, clock=self.clock)
        self.mentions = {key: (name,) for key, name in world.profiles.items()}
        self._first()
        for load in range(LOADS):
            self.clock.set(moment_of(load))
            self._load(load)
        self.clock.set(moment_of(LOADS + 1))

    def _first(self) -> None:
        rows = [
            _row(key, f"About {name}.", moment_of(-2), entities=[name]) for key, name in self.world.profiles.items()
        ]
        self._insert(rows)
        for predicate in DECLARED:
            self.memory.temporal.declare_predicate(predicate, functional=True, namespace=self.namespace)

    def _load(self, load: int) -> None:
        for wrong in (r for r in self.world.reports if r.taken_back == load):
            ends = (wrong.subject.lower(), wrong.predicate, wrong.object.lower())
            key = fact_id(self.namespace, *ends, instant_of(wrong.start))
            self.memory.temporal.retract_fact(key, namespace=self.namespace)
        heard = [r for r in self.world.reports if r.heard == load]
        self._insert([
            _row(r.episode, " ".join(r.triple), moment_of(load) - BEFORE, facts=[_fact(r)])
            for r in heard if r.episode is not None
        ])  # fmt: skip
        self.mentions |= {r.episode: (r.subject, r.object) for r in heard if r.episode is not None}
        for report in heard:
            if report.episode is None:
                self.memory.temporal.assert_fact(**_fact(report), namespace=self.namespace)

    def _insert(self, rows: list[dict[str, Any]]) -> None:
        report = self.memory.episodes.insert_many(rows, namespace=self.namespace, link=False)
        assert (report.created, report.refused) == (len(rows), ())

    def truth(self, pair: Pair) -> set[Triple]:
        """Facts that hold."""
        return self.world.truth(pair.day, pair.heard)

    def visible(self, pair: Pair) -> dict[str, tuple[str, ...]]:
        """Entities of each episode that had happened and was known."""
        heard = {r.episode: r.heard for r in self.world.reports}
        return {
            key: names for key, names in self.mentions.items()
            if heard.get(key, -1) <= pair.heard
            and (moment_of(heard[key]) - BEFORE if key in heard else moment_of(-2)) <= pair.at
        }  # fmt: skip

    def reached(self, pair: Pair, seeds: Iterable[str]) -> set[str]:
        """Episodes that a walk from entities (canonical names) may come to."""
        beside: dict[str, set[str]] = defaultdict(set)
        edges = [(s.lower(), o.lower()) for s, _, o in self.truth(pair)]
        edges += [(key, name.lower()) for key, names in self.visible(pair).items() for name in names]
        for a, b in edges:
            beside[a].add(b)
            beside[b].add(a)
        found, open_ends = set(seeds), list(seeds)
        while open_ends:
            new = beside[open_ends.pop()] - found
            found |= new
            open_ends += new
        return found & self.mentions.keys()


def _row(key: str, content: str, at: datetime, **parts: Any) -> dict[str, Any]:
    return {"id": key, "content": content, "occurred_at": at, "entities": [], "facts": [], **parts}


def _fact(report: Report) -> dict[str, Any]:
    marked = report.predicate in FUNCTIONAL and report.predicate not in DECLARED
    return {
        "subject": report.subject, "predicate": report.predicate, "object": report.object,
        "valid_from": instant_of(report.start), "functional": marked,
        "valid_to": None if report.end is None else instant_of(report.end),
    }  # fmt: skip
