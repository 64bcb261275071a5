"""Random sequences of what may happen to facts, done to the service and told to the model."""

from __future__ import annotations

import uuid
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import strategies as st
from support.bitemporal_model import OPEN, PAST, BitemporalModel, Statement
from support.worlds import NOW, make_memory

from memgraph_svc.adapters.clock import FixedClock
from memgraph_svc.domain.extraction import Extraction, Triple
from memgraph_svc.domain.identity import fact_id
from memgraph_svc.domain.instant import OPEN_END_MS, OPEN_PAST_MS, from_ms, to_ms
from memgraph_svc.errors import NotFoundError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from memgraph_svc.graph.graph import Graph
    from memgraph_svc.settings import Settings

SUBJECTS, PREDICATES, OBJECTS = ("ann", "ben"), ("works at", "knows"), ("acme", "beta", "cord")
INSTANTS = tuple(to_ms(NOW + timedelta(days=days)) for days in (-4000, -900, -30, -1, 0, 1, 700))
BOUNDS = (PAST, *(ms + by for ms in INSTANTS for by in (-1, 0)), to_ms(NOW + timedelta(days=4000)))
"""Every instant at which something may change, and the one before it."""


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happens: ``kind`` is assert, cite, retract, episode, extracted, update, delete or declare."""

    kind: str
    facts: tuple[Statement, ...] = ()
    number: int = 0
    said: int = 0
    flag: bool = False


def _mostly_first(choices: tuple[str, ...]) -> tuple[str, ...]:
    return (*choices[:1] * 3, *choices)


@st.composite
def facts(draw: st.DrawFn) -> Statement:
    """A fact of the small domain, mostly of one subject and predicate; only that predicate is marked functional."""
    predicate = draw(st.sampled_from(_mostly_first(PREDICATES)))
    start = draw(st.sampled_from((PAST, *INSTANTS)))
    end = draw(st.sampled_from([ms for ms in (OPEN, *INSTANTS) if ms > start]))
    return Statement(
        draw(st.sampled_from(OBJECTS)), start, draw(st.just(OPEN) | st.just(end)),
        subject=draw(st.sampled_from(_mostly_first(SUBJECTS))), predicate=predicate,
        confidence=draw(st.sampled_from((0.5, 1.0))), functional=predicate == PREDICATES[0] and draw(st.booleans()),
    )  # fmt: skip


def _key(told: Statement) -> tuple[Any, ...]:
    return (told.subject, told.predicate, told.object, told.start, told.end)


_SAID = st.sampled_from(INSTANTS[:5])
_FEW = st.lists(facts(), min_size=1, max_size=3, unique_by=_key).map(tuple)
_ASSERT = facts().map(lambda told: Event("assert", (told,)))
_EPISODE = st.builds(Event, kind=st.just("episode"), facts=_FEW, said=_SAID)
_EXTRACTED = st.builds(
    Event, kind=st.just("extracted"), said=_SAID, flag=st.booleans(),
    facts=facts().map(lambda told: (replace(told, start=PAST, end=OPEN, functional=False),)),
)  # fmt: skip
_DECLARE = st.builds(Event, kind=st.just("declare"), number=st.integers(0, 1), flag=st.booleans())
_CITE = st.builds(Event, kind=st.just("cite"), facts=facts().map(lambda told: (told,)), number=st.integers(0, 9))
_UPDATE = st.builds(Event, kind=st.just("update"), facts=_FEW, number=st.integers(0, 9))
_TAKEN = st.builds(Event, kind=st.sampled_from(("retract", "retract", "delete")), number=st.integers(0, 9))

ADDING = st.lists(_ASSERT | _EPISODE | _EXTRACTED, min_size=1, max_size=6)
"""Statements only: their order has no part in the outcome."""

SEQUENCES = st.lists(
    _ASSERT | _ASSERT | _CITE | _EPISODE | _EXTRACTED | _UPDATE | _DECLARE | _TAKEN | _TAKEN, min_size=4, max_size=12
)
"""All kinds of events, in any order."""


@dataclass(slots=True)
class TableExtractor:
    """Finds in a text what the test has put down for it."""

    found: dict[str, Extraction] = field(default_factory=dict[str, Extraction])
    name: str = "table"

    def extract(self, texts: Sequence[str]) -> list[Extraction]:
        return [self.found.get(text, Extraction()) for text in texts]


class Story:
    """A namespace of its own to which events happen, and the model that is told of them.

    So many hours lie between two events; where the clock does not move on, what was known when is not comparable.
    """

    def __init__(self, graph: Graph, server: Settings, *, hours: int = 1) -> None:
        self._step = timedelta(hours=hours)
        self.namespace = f"t-{uuid.uuid4().hex[:12]}"
        self.clock = FixedClock(NOW)
        self.extractor = TableExtractor()
        self.memory = make_memory(graph, server, self.namespace, clock=self.clock, extractor=self.extractor)
        self.model = BitemporalModel()
        self.episodes: list[str] = []
        self.given: list[str] = []  # episodes whose facts were given in their rows
        self.moments: list[int] = [to_ms(NOW)]

    def happen(self, event: Event, *, name: str = "") -> None:
        """Let an event happen; an episode gets the name, if it has one."""
        now = to_ms(self.clock.advance(self._step))
        self.moments.append(now)
        getattr(self, f"_{event.kind}")(event, now, name or f"e{now}")

    def _assert(self, event: Event, now: int, name: str) -> None:
        self._state(event, now, None)

    def _cite(self, event: Event, now: int, name: str) -> None:
        if self.episodes:
            source = self.episodes[event.number % len(self.episodes)]
            self._state(event, now, source)

    def _state(self, event: Event, now: int, source: str | None) -> None:
        (told,) = event.facts
        self.memory.temporal.assert_fact(
            told.subject, told.predicate, told.object, namespace=self.namespace, confidence=told.confidence,
            valid_from=instant(told.start), valid_to=instant(told.end), functional=told.functional,
            source_episode=source,
        )  # fmt: skip
        self.model.statements.append(replace(told, known=now, source=source or ""))

    def _episode(self, event: Event, now: int, name: str) -> None:
        row = {"content": name, "entities": [], "facts": _rows(event.facts), "occurred_at": from_ms(event.said)}
        self._insert(name, row)
        self.given.append(name)
        self.model.statements += [replace(f, known=now, source=name, said=event.said) for f in event.facts]

    def _update(self, event: Event, now: int, name: str) -> None:
        """What an episode still says is known since it said so first; what it does not say any more was never said.

        What was asserted with the episode as its source (and so is said at no time) stays.
        """
        source = self.given[event.number % len(self.given)] if self.given else ""
        cited = [s for s in self.model.statements if s.source == source and s.said == OPEN]
        if not source or {_key(s) for s in cited} & {_key(s) for s in event.facts}:
            return
        self.memory.episodes.update(source, {"facts": _rows(event.facts)}, namespace=self.namespace)
        before = {_key(s): s for s in self.model.statements if s.source == source and s.said != OPEN}
        said = to_ms(self.memory.episodes.get(source, namespace=self.namespace).occurred_at)
        self.model.forget(source)
        self.model.statements += cited
        for told in event.facts:
            known = before.get(_key(told))
            first = replace(told, source=source, said=said, known=known.known if known else now)
            self.model.statements.append(known if known and known.taken_back != OPEN else first)

    def _extracted(self, event: Event, now: int, name: str) -> None:
        (told,) = event.facts
        triple = Triple(subject=told.subject, predicate=told.predicate, object=told.object, confidence=told.confidence)
        self.extractor.found[name] = Extraction(triples=(triple,))
        row = {"content": name, "entities": [], "occurred_at": from_ms(event.said)}
        self._insert(name, row, supersede="functional" if event.flag else "never")
        self.model.statements.append(replace(told, known=now, source=name, said=event.said, firm=event.flag))

    def _insert(self, name: str, row: dict[str, Any], **options: Any) -> None:
        self.memory.episodes.insert({"id": name, **row}, namespace=self.namespace, link=False, **options)
        self.episodes.append(name)

    def _retract(self, event: Event, now: int, name: str) -> None:
        told = self.model.statements
        if not told:
            return
        one = told[event.number % len(told)]
        key = fact_id(self.namespace, one.subject, one.predicate, one.object, instant(one.start))
        self.memory.temporal.retract_fact(key, namespace=self.namespace)
        self.model.retract(one.subject, one.predicate, one.object, one.start, known=now)

    def _delete(self, event: Event, now: int, name: str) -> None:
        if not self.episodes:
            with pytest.raises(NotFoundError):
                self.memory.episodes.delete("none", namespace=self.namespace)
            return
        gone = self.episodes.pop(event.number % len(self.episodes))
        self.given = [key for key in self.given if key != gone]
        self.memory.episodes.delete(gone, namespace=self.namespace)
        self.model.forget(gone)

    def _declare(self, event: Event, now: int, name: str) -> None:
        predicate = PREDICATES[event.number]
        self.memory.temporal.declare_predicate(predicate, functional=event.flag, namespace=self.namespace)
        self.model.declare(predicate, functional=event.flag, known=now)

    def expected(self, *, at: int, known: int) -> set[tuple[str, str, str]]:
        """Every fact that the model believes at an instant, as known at another one."""
        return {
            (subject, predicate, obj)
            for subject in SUBJECTS
            for predicate in PREDICATES
            for obj in self.model.objects(subject, predicate, at=at, known=known)
        }


def _rows(told: Sequence[Statement]) -> list[dict[str, Any]]:
    """Facts as the rows of an episode."""
    return [
        {"subject": f.subject, "predicate": f.predicate, "object": f.object, "valid_from": instant(f.start),
         "valid_to": instant(f.end), "functional": f.functional, "confidence": f.confidence}
        for f in told
    ]  # fmt: skip


def instant(ms: int) -> datetime | None:
    """An instant as callers give it: none for an open end."""
    return None if ms in (OPEN_PAST_MS, OPEN_END_MS) else from_ms(ms)
