"""Readers, and writers beside them, at the same time: how long searches take then, and whether they see every write."""

from __future__ import annotations

import threading
import uuid
from dataclasses import dataclass, field
from statistics import median
from time import perf_counter
from typing import TYPE_CHECKING, Any, Protocol

from walk_questions import CONFIGURED
from walk_times import ask, percentile

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from walk_questions import Question

    from memgraph_svc.services.memory import MemoryService

THREADS = 8
MARK = "Zerqua"


class _Place(Protocol):
    @property
    def namespace(self) -> str: ...
    @property
    def questions(self) -> Mapping[str, Sequence[Question]]: ...


@dataclass(slots=True)
class Race:
    """Seconds of every search; acknowledged writes, those that a later search did not see, and calls that failed."""

    seconds: list[float] = field(default_factory=list)
    written: list[tuple[str, str]] = field(default_factory=list)
    missed: int = 0
    errors: list[str] = field(default_factory=list)

    @property
    def failed(self) -> int:
        return len(self.errors)

    def summary(self) -> dict[str, Any]:
        return {
            "searches": len(self.seconds), "writes": len(self.written),
            "p50 ms": round(median(self.seconds) * 1000, 1), "p95 ms": round(percentile(self.seconds, 95) * 1000, 1),
            "errors": self.errors[:3],
        }  # fmt: skip


def race(memory: MemoryService, place: _Place, *, reads: int, writes: int) -> Race:
    """Search with eight threads while eight others write; each search asks for the latest acknowledged write."""
    found, config = Race(), place.questions[CONFIGURED][0].config
    memory.ppr.config = config

    def read(number: int) -> None:
        for turn in range(reads):
            asked = place.questions[CONFIGURED]
            _search(memory, place.namespace, asked[(number * reads + turn) % len(asked)], found)

    def write(number: int) -> None:
        for turn in range(writes):
            name = f"{MARK}{number}x{turn}{uuid.uuid4().hex[:6]}"
            row = {"content": f"{name} was written.", "entities": [name], "facts": [], "id": f"z-{name}"}
            memory.episodes.insert(row, namespace=place.namespace, link=False)
            found.written.append((name, row["id"]))

    work = [(read, number) for number in range(THREADS)]
    work += [(write, number) for number in range(THREADS if writes else 0)]
    threads = [threading.Thread(target=_guarded, args=(part, number, found)) for part, number in work]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return found


def _search(memory: MemoryService, namespace: str, question: Question, found: Race) -> None:
    """Ask for the last write that was acknowledged, or where there is none the question."""
    name, wanted = found.written[-1] if found.written else ("", "")
    started = perf_counter()
    if name:
        result = memory.episodes.search(f"What of {name}?", namespace=namespace, mode="ppr", rank="relevance")
        found.missed += wanted not in {hit.id for hit in result.hits}
    else:
        ask(memory, namespace, question)
    found.seconds.append(perf_counter() - started)


def _guarded(part: Callable[[int], None], number: int, found: Race) -> None:
    try:
        part(number)
    except Exception as error:  # noqa: BLE001  # a thread that fails is a figure of the report
        found.errors.append(f"{type(error).__name__}: {error}")
