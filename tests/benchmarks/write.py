"""How fast episodes are written, and whether writers at the same time stay correct.

    python tests/benchmarks/write.py [--size ci|full] [--json]

Embeddings and extraction are made beforehand, so that only the service and the server are measured. Throughputs are
compared within one run, in turns, because a machine's speed drifts. Starts a server of its own unless
``MEMGRAPH_TEST_URI`` (with ``MEMGRAPH_TEST_PASSWORD``) names one; its store must be of the hashing embedder then.
"""

from __future__ import annotations

import argparse
import sys
import uuid
from dataclasses import dataclass
from statistics import median
from time import perf_counter
from typing import TYPE_CHECKING, Any

from figures import Figure, exactly, ratio, show
from retry_counter import provoke_deadlock
from served import clear, served
from write_races import TRANSACTIONS, WRITERS, agreement, write_hot, write_linked
from write_rounds import BATCH, BATCHED, BATCHED_LINKED, SINGLE, SINGLE_LINKED, WAYS, measure, ratios
from write_world import HOT, LINK_THRESHOLD, World, make_world

from memgraph_svc.bootstrap import build_memory, migrate_store
from memgraph_svc.settings import Settings

if TYPE_CHECKING:
    from collections.abc import Iterator

    from memgraph_svc.domain.episode import EpisodeDraft
    from memgraph_svc.graph.graph import Graph
    from memgraph_svc.services.memory import MemoryService


@dataclass(frozen=True, slots=True)
class Size:
    """Episodes in the store before anything is measured, and what is written then."""

    stored: int
    rounds: int
    singles: int
    batches: int
    racing: int

    @property
    def episodes(self) -> int:
        in_rounds = (self.rounds + 1) * 2 * (self.singles + self.batches * BATCH)
        return self.stored + in_rounds + WRITERS * TRANSACTIONS * 2 + self.racing


SIZES = {"ci": Size(1_000, 2, 10, 1, 120), "full": Size(10_000, 8, 40, 3, 800)}


def main() -> int:
    parser = argparse.ArgumentParser(description="Measure how episodes are written.")
    parser.add_argument("--size", choices=sorted(SIZES), default="ci", help="ci: 1,000 episodes; full: 10,000")
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")
    chosen = parser.parse_args()
    started = perf_counter()
    with served(chosen.size) as (graph, settings, dimension, model_id):
        size = SIZES[chosen.size]
        world = make_world(size.episodes, dimension, model_id)
        migrate_store(graph, settings, embedder=world.embedder)
        memory = build_memory(graph, settings, embedder=world.embedder)
        namespaces = tuple(f"bench-{uuid.uuid4().hex[:8]}-{part}" for part in ("store", "hot"))
        try:
            figures, details = Bench(graph, memory, world, size, *namespaces).run()
        finally:
            for namespace in namespaces:
                clear(graph, namespace)
    details |= {"size": chosen.size, "seconds": round(perf_counter() - started, 1)}
    show(figures, details, as_json=chosen.json)
    return 0


@dataclass(frozen=True, slots=True)
class Bench:
    """What every part of the benchmark works with."""

    graph: Graph
    memory: MemoryService
    world: World
    size: Size
    store: str
    hot: str

    def run(self) -> tuple[list[Figure], dict[str, Any]]:
        drafts = iter(self.world.drafts)
        details = self.fill(drafts)
        figures = [
            *self.compare(drafts, details),
            *self.race_for_entities(drafts),
            *self.race_for_links(drafts, details),
        ]
        return figures, details

    def fill(self, drafts: Iterator[EpisodeDraft]) -> dict[str, Any]:
        started = perf_counter()
        rows = [next(drafts) for _ in range(self.size.stored)]
        self.memory.episodes.insert_many(rows, namespace=self.store, link=False)
        filled = perf_counter()
        self.memory.zettelkasten.batch_link(namespace=self.store)
        return {
            "episodes": self.size.episodes,
            "fill_s": round(filled - started, 2),
            "fill_link_s": round(perf_counter() - filled, 2),
        }

    def compare(self, drafts: Iterator[EpisodeDraft], details: dict[str, Any]) -> list[Figure]:
        size = self.size
        costs = measure(self.memory, self.store, drafts, rounds=size.rounds, singles=size.singles, batches=size.batches)
        details["ms_per_episode"] = {way.name: round(median(c.wall for c in costs[way]), 3) for way in WAYS}
        details["client_cpu_ms_per_episode"] = {
            way.name: round(median(c.client for c in costs[way]), 3) for way in WAYS
        }
        return [
            ratio("one by one / batches of 100, no links (x time)", ">= 15", ratios(costs, SINGLE, BATCHED)),
            ratio("one by one / batches of 100, links (x time)", ">= 5", ratios(costs, SINGLE_LINKED, BATCHED_LINKED)),
            ratio("links / no links, one by one (x time)", "<= 1.3", ratios(costs, SINGLE_LINKED, SINGLE)),
            ratio("links / no links, batches of 100 (x time)", "<= 3", ratios(costs, BATCHED_LINKED, BATCHED)),
        ]

    def race_for_entities(self, drafts: Iterator[EpisodeDraft]) -> list[Figure]:
        counted = provoke_deadlock(self.graph).deadlocks
        rows = [next(drafts) for _ in range(WRITERS * TRANSACTIONS * 2)]
        hot = write_hot(self.memory, self.graph, self.hot, self.world, rows)
        what = f"{WRITERS} writers x {TRANSACTIONS} transactions over {HOT} entities"
        return [
            Figure("retries counted when a deadlock is provoked", ">= 1", counted, counted >= 1),
            exactly(f"deadlock retries: {what}", 0, hot.deadlocks, f"{hot.retries} retries in all"),
            exactly(f"lost: {what}", 0, hot.lost),
        ]

    def race_for_links(self, drafts: Iterator[EpisodeDraft], details: dict[str, Any]) -> list[Figure]:
        link = self.memory.zettelkasten.batch_link
        link(namespace=self.store)
        rows = [next(drafts) for _ in range(self.size.racing)]
        race = write_linked(self.memory, self.store, rows)
        k, new = Settings().link.k, {row.episode_id or "" for row in rows}
        everywhere = agreement(self.graph, self.store, k, LINK_THRESHOLD)
        of_new = agreement(self.graph, self.store, k, LINK_THRESHOLD, among=new)
        repair = link(namespace=self.store)
        repaired = agreement(self.graph, self.store, k, LINK_THRESHOLD)
        details["links_per_episode"] = round(repaired.links / max(repair.episodes, 1), 2)
        changes = f"{repaired.links} links, {repair.created} made and {repair.removed} removed"
        return [
            exactly(
                f"deadlock retries: {WRITERS} linking writers", 0, race.deadlocks, f"{race.retries} retries in all"
            ),
            exactly(f"lost: {len(rows)} episodes of {WRITERS} linking writers", 0, race.lost),
            least("link precision before repair", everywhere.precision),
            least("link recall before repair", everywhere.recall),
            least("link precision before repair, of the new", of_new.precision),
            least("link recall before repair, of the new", of_new.recall),
            exactly("links that differ from the exact rule after repair", 0, repaired.different, changes),
        ]


def least(name: str, value: float) -> Figure:
    return Figure(name, ">= 0.98", round(value, 4), value >= 0.98)


if __name__ == "__main__":
    sys.exit(main())
