"""One person under two names, with all that can be said of an entity."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

from support.worlds import plain

if TYPE_CHECKING:
    from memgraph_svc.adapters.clock import FixedClock
    from memgraph_svc.services.memory import MemoryService


def day(number: int) -> datetime:
    return datetime(2024, 1, 1, tzinfo=UTC) + timedelta(days=number)


def fact(subject: str, predicate: str, obj: str, start: int | None = None, **more: Any) -> dict[str, Any]:
    since = {} if start is None else {"valid_from": day(start)}
    return {"subject": subject, "predicate": predicate, "object": obj, **since, **more}


def fill(memory: MemoryService, namespace: str, clock: FixedClock) -> None:
    """Two names of one person, with mentions, facts, single values, an ended value and a fact between the two."""
    written = [
        plain("one", id="e1", entities=[{"name": "Ann Lee", "count": 2}, {"name": "A. Lee", "type": "person"}],
              facts=[fact("Ann Lee", "works at", "Acme", 10, functional=True), fact("A. Lee", "knows", "Ben")]),
        plain("two", id="e2", entities=["A. Lee"],
              facts=[fact("A. Lee", "works at", "Beta", 20, functional=True), fact("Ben", "knows", "A. Lee", 3)]),
        plain("three", id="e3", entities=["Ann Lee"],
              facts=[fact("Ann Lee", "knows", "Ben"), fact("Ann Lee", "is", "A. Lee"),
                     fact("Cleo", "boss", "Ann Lee", 1, functional=True)]),
        plain("four", id="e4", entities=[{"name": "A. Lee", "count": 4}],
              facts=[fact("Cleo", "boss", "A. Lee", 9, functional=True), fact("A. Lee", "likes", "Tea", 5),
                     fact("Ann Lee", "likes", "Tea", 7)]),
    ]  # fmt: skip
    for draft in written:
        tick(clock)
        memory.episodes.insert(draft, namespace=namespace)
    tick(clock)
    memory.temporal.assert_fact("A. Lee", "lives in", "Oslo", namespace=namespace, source_episode="e3")
    tick(clock)
    memory.temporal.assert_fact("Ann Lee", "lives in", "Rome", namespace=namespace, functional=True)


def tick(clock: FixedClock) -> None:
    clock.advance(timedelta(seconds=1))


def like_tea(memory: MemoryService, namespace: str, clock: FixedClock, *names: str) -> None:
    for number, name in enumerate(names):
        draft = plain(name, id=f"e{number}", entities=[name], facts=[fact(name, "likes", "Tea", number)])
        memory.episodes.insert(draft, namespace=namespace)
        tick(clock)


def believed(memory: MemoryService, namespace: str, **filters: Any) -> set[tuple[str, str, str]]:
    found = memory.temporal.facts(namespace=namespace, include_ended=True, **filters)
    return {(f.subject, f.predicate, f.object) for f in found}
