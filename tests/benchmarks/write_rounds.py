"""Throughput side by side: one by one and in batches, with links and without, in turns of one run."""

from __future__ import annotations

from dataclasses import dataclass
from statistics import median
from time import perf_counter, process_time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from memgraph_svc.domain.episode import EpisodeDraft
    from memgraph_svc.services.memory import MemoryService

BATCH = 100


@dataclass(frozen=True, slots=True)
class Cost:
    """Milliseconds an episode: wall, and processor time of this process."""

    wall: float
    client: float


@dataclass(frozen=True, slots=True)
class Way:
    """A way to insert: rows a call, with links or without."""

    rows: int
    link: bool

    @property
    def name(self) -> str:
        how = "one by one" if self.rows == 1 else f"batches of {self.rows}"
        return f"{how}, {'links' if self.link else 'no links'}"


SINGLE, SINGLE_LINKED = Way(1, link=False), Way(1, link=True)
BATCHED, BATCHED_LINKED = Way(BATCH, link=False), Way(BATCH, link=True)
WAYS = (SINGLE, BATCHED, SINGLE_LINKED, BATCHED_LINKED)


def insert(memory: MemoryService, namespace: str, drafts: list[EpisodeDraft], way: Way) -> Cost:
    wall, client = perf_counter(), process_time()
    for start in range(0, len(drafts), way.rows):
        rows = drafts[start : start + way.rows]
        if way.rows == 1:
            memory.episodes.insert(rows[0], namespace=namespace, link=way.link)
        else:
            memory.episodes.insert_many(rows, namespace=namespace, link=way.link)
    count = len(drafts) / 1000
    return Cost((perf_counter() - wall) / count, (process_time() - client) / count)


def measure(
    memory: MemoryService, namespace: str, drafts: Iterator[EpisodeDraft], *, rounds: int, singles: int, batches: int
) -> dict[Way, list[Cost]]:
    """Insert new episodes in every way, in turns; a first round that warms up is not counted."""
    costs: dict[Way, list[Cost]] = {way: [] for way in WAYS}
    for number in range(rounds + 1):
        turn = number % len(WAYS)
        for way in WAYS[turn:] + WAYS[:turn]:
            count = singles if way.rows == 1 else batches * way.rows
            cost = insert(memory, namespace, [next(drafts) for _ in range(count)], way)
            if number:
                costs[way].append(cost)
    return costs


def ratios(costs: dict[Way, list[Cost]], dividend: Way, divisor: Way) -> tuple[float, float, float]:
    """Median, least and largest over the rounds of the wall time of one way over that of another."""
    by_round = [a.wall / b.wall for a, b in zip(costs[dividend], costs[divisor], strict=True)]
    return median(by_round), min(by_round), max(by_round)
