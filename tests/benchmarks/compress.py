"""What compressing many sessions costs, whether the cost is linear, and whether a pass that was stopped goes on.

    python tests/benchmarks/compress.py [--size ci|full] [--json]

Sessions of forty turns, made of the written ones, with vectors made beforehand: what is measured is the service and the
server, not the embedder. Starts a server of its own unless ``MEMGRAPH_TEST_URI`` (with ``MEMGRAPH_TEST_PASSWORD``)
names one; its store must be of the hashing embedder then.
"""

from __future__ import annotations

import argparse
import sys
import uuid
from dataclasses import dataclass
from statistics import fmean
from time import perf_counter, process_time
from typing import TYPE_CHECKING, Any, LiteralString

import numpy as np
from figures import Figure, exactly, ratio, show
from served import clear, served
from trajectories import WRITTEN, read_trajectories
from walk_questions import PreparedQuestions
from walk_store import EPISODE, MINUTE_MS, STARTED_MS, Writer
from write_world import unit

from memgraph_svc.adapters.extractors.heuristic import HeuristicExtractor
from memgraph_svc.bootstrap import build_memory, migrate_store
from memgraph_svc.domain.identity import namespace_token
from memgraph_svc.graph.identifiers import namespace_label
from memgraph_svc.scoring.retention import holds_answer

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from trajectories import Trajectory

    from memgraph_svc.services.memory import MemoryService

TURNS = 40
MOST_MS = 25.0
"""Processor time of our own for each turn."""

WRITE_TURNS: LiteralString = """
CYPHER 25
UNWIND $rows AS row
MERGE (s:Session {namespace: $namespace, session_id: row.session})
ON CREATE SET s.last_turn = 0, s.started_at_ms = row.at, s.started_at = datetime({epochMillis: row.at})
CREATE (s)-[:HAS_EPISODE {namespace: $namespace, turn: row.turn}]->
  (e:Episode:$($label) {namespace: $namespace, episode_id: row.id})
SET e += $common, e.content = row.content, e.role = row.role, e.kind = row.kind, e.session_id = row.session,
  e.turn = row.turn, e.word_count = 1, e.occurred_at_ms = row.at, e.recorded_at_ms = row.at,
  e.occurred_at = datetime({epochMillis: row.at}), e.recorded_at = datetime({epochMillis: row.at})
WITH e, row
CALL db.create.setNodeVectorProperty(e, 'embedding', row.vector)
"""


@dataclass(frozen=True, slots=True)
class Size:
    """Sessions in the store, and those after which the first pass is stopped."""

    sessions: int
    first: int


SIZES = {"ci": Size(30, 10), "full": Size(1_000, 250)}


def main() -> int:
    parser = argparse.ArgumentParser(description="Measure how sessions are compressed.")
    parser.add_argument("--size", choices=sorted(SIZES), default="ci", help="ci: 30 sessions; full: 1,000")
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")
    chosen = parser.parse_args()
    started, size, namespace = perf_counter(), SIZES[chosen.size], f"bench-{uuid.uuid4().hex[:8]}"
    written = read_trajectories(WRITTEN)
    with served(chosen.size) as (graph, settings, dimension, model_id):
        embedder = PreparedQuestions(model_id, dimension)
        migrate_store(graph, settings, embedder=embedder)
        write = Writer(graph, namespace)
        common = {**EPISODE, "ns_token": namespace_token(namespace)}
        rows = turns_of(written, size.sessions, dimension)
        write(WRITE_TURNS, rows, common=common, label=namespace_label(namespace))
        write.settled()
        filled = perf_counter() - started
        memory = build_memory(graph, settings, embedder=embedder, extractor=HeuristicExtractor())
        try:
            figures = [*passes(memory, namespace, size), *kept(memory, namespace, written, size)]
        finally:
            clear(graph, namespace)
    details: dict[str, Any] = {
        "sessions": size.sessions,
        "turns": size.sessions * TURNS,
        "fill_s": round(filled, 1),
        "size": chosen.size,
        "seconds": round(perf_counter() - started, 1),
    }
    show(figures, details, as_json=chosen.json)
    return 0


def session_id(number: int) -> str:
    return f"s{number:06d}"


def turns_of(written: Sequence[Trajectory], sessions: int, dimension: int) -> Iterator[dict[str, Any]]:
    """Turns of sessions that repeat the written ones, each begun again until it has forty turns."""
    random = np.random.default_rng(31)
    for number in range(sessions):
        source = written[number % len(written)].turns
        vectors = unit(random.normal(size=(TURNS, dimension)))
        for place in range(TURNS):
            turn = source[place % len(source)]
            yield {
                "id": f"{session_id(number)}-{place}", "session": session_id(number), "turn": place + 1,
                "role": turn.tool or turn.role, "kind": turn.kind.value, "content": turn.text,
                "at": STARTED_MS + (number * TURNS + place) * MINUTE_MS, "vector": vectors[place].tolist(),
            }  # fmt: skip


def passes(memory: MemoryService, namespace: str, size: Size) -> Iterator[Figure]:
    """A pass that is stopped, the one that goes on, and one that finds nothing to do."""
    marks: list[float] = []

    def stopped() -> bool:
        marks.append(perf_counter())
        return len(marks) == size.first

    busy, started = process_time(), perf_counter()
    first = memory.crl.sync(namespace=namespace, stop=stopped)
    rest = memory.crl.sync(namespace=namespace, after=first.stopped_after or "", stop=stopped)
    busy, wall = process_time() - busy, perf_counter() - started
    again = memory.crl.sync(namespace=namespace)
    yield exactly("gists made before the stop", size.first, first.done)
    yield exactly("gists made after it", size.sessions - size.first, rest.done)
    yield exactly("gists that a further pass makes", 0, again.planned)
    yield exactly("gists that are not what they should be", 0, len(memory.crl.check(namespace=namespace)))
    own = 1_000 * busy / (size.sessions * TURNS)
    detail = f"{wall:.1f} s in all, {1_000 * wall / size.sessions:.0f} ms a session"
    yield Figure("own time a turn (ms of processor)", f"<= {MOST_MS:g}", round(own, 3), own <= MOST_MS, True, detail)
    steps = np.diff([started, *marks])
    quarter = len(steps) // 4
    early, late = np.sort(steps[quarter : 2 * quarter]), np.sort(steps[-quarter:])
    growth = float(np.median(late) / np.median(early))
    yield ratio("a session of the last quarter / of the second (x time)", "<= 1.3", (growth, growth, growth))


def kept(memory: MemoryService, namespace: str, written: Sequence[Trajectory], size: Size) -> Iterator[Figure]:
    """Reduction and retention of the first of each written session."""
    gists = [memory.gists.gist(session_id(n), namespace=namespace) for n in range(min(size.sessions, len(written)))]
    held = [holds_answer(g.text, p.answers) for g, t in zip(gists, written, strict=False) for p in t.probes]
    reduction, retention = fmean(gist.reduction for gist in gists), fmean(held)
    detail = f"reduction {reduction:.3f} with retention {retention:.3f} of {len(held)} probes"
    yield Figure("reduction", ">= 0.75", round(reduction, 4), reduction >= 0.75, detail=detail)
    yield Figure("retention", "shown", round(retention, 4), True, detail=detail)


if __name__ == "__main__":
    sys.exit(main())
