"""Writers at the same time: nothing deadlocks, nothing is lost, and links come close to the exact rule."""

from __future__ import annotations

import random
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, LiteralString

import numpy as np
from retry_counter import counted_retries
from write_world import hot_fact

from memgraph_svc.domain.entity import EntityMention
from memgraph_svc.domain.text import canonical_name
from memgraph_svc.scoring.similarity import pairs_by_link_rule

if TYPE_CHECKING:
    from collections.abc import Sequence

    from write_world import World

    from memgraph_svc.domain.episode import EpisodeDraft
    from memgraph_svc.graph.graph import Graph
    from memgraph_svc.services.memory import MemoryService

WRITERS = 8
TRANSACTIONS = 25


@dataclass(frozen=True, slots=True)
class Race:
    """What came of writers at the same time."""

    retries: int
    deadlocks: int
    lost: int


@dataclass(frozen=True, slots=True)
class Agreement:
    """Links of the store against those of the exact rule."""

    precision: float
    recall: float
    different: int
    links: int


def write_hot(
    memory: MemoryService, graph: Graph, namespace: str, world: World, drafts: Sequence[EpisodeDraft]
) -> Race:
    """Eight threads of 25 transactions, each naming five of twelve entities in any order, with two facts among them.

    Every second transaction is a batch of three. Needs 400 drafts; their contents are used.
    """
    choose = random.Random(11)
    fresh = iter([_hot_draft(draft, world.hot, choose) for draft in drafts])
    sizes = [3 if number % 2 else 1 for number in range(TRANSACTIONS)]
    plans = [[[next(fresh) for _ in range(rows)] for rows in sizes] for _ in range(WRITERS)]

    def write(plan: list[list[EpisodeDraft]]) -> int:
        return sum(memory.episodes.insert_many(rows, namespace=namespace).created for rows in plan)

    with counted_retries() as counter, ThreadPoolExecutor(WRITERS) as pool:
        created = sum(pool.map(write, plans))
    written = [draft for plan in plans for rows in plan for draft in rows]
    lost = len(written) - created + _lost(graph, namespace, written)
    return Race(counter.retries, counter.deadlocks, lost)


def _hot_draft(draft: EpisodeDraft, hot: Sequence[str], choose: random.Random) -> EpisodeDraft:
    names = choose.sample(hot, 5)
    entities = tuple(EntityMention(name=name) for name in names)
    facts = (hot_fact(names[4], names[0]), hot_fact(names[2], names[1]))
    return draft.model_copy(update={"entities": entities, "facts": facts})


def _lost(graph: Graph, namespace: str, written: Sequence[EpisodeDraft]) -> int:
    """Count the mentions and the sources of facts that are not in the store, and entities that are there twice."""
    wanted_mentions = {(d.episode_id, e.canonical) for d in written for e in d.entities or ()}
    wanted_sources = {
        (canonical_name(f.subject), f.predicate, canonical_name(f.object), d.episode_id)
        for d in written for f in d.facts or ()
    }  # fmt: skip
    mentions = _read(
        graph,
        "MATCH (e:Episode {namespace: $namespace})-[:MENTIONS]->(n:Entity) RETURN e.episode_id, n.canonical_name",
        namespace,
    )
    sources = _read(
        graph,
        "MATCH (a:Entity {namespace: $namespace})-[f:RELATES_TO]->(b:Entity) UNWIND f.sources AS source "
        "RETURN a.canonical_name, f.predicate, b.canonical_name, source",
        namespace,
    )
    names = _read(graph, "MATCH (n:Entity {namespace: $namespace}) RETURN n.canonical_name", namespace)
    return len(wanted_mentions - set(mentions)) + len(wanted_sources - set(sources)) + len(names) - len(set(names))


def write_linked(memory: MemoryService, namespace: str, drafts: Sequence[EpisodeDraft]) -> Race:
    """Eight threads insert with links, one by one."""
    shares = [drafts[writer::WRITERS] for writer in range(WRITERS)]

    def write(share: Sequence[EpisodeDraft]) -> int:
        return sum(memory.episodes.insert(draft, namespace=namespace).created for draft in share)

    with counted_retries() as counter, ThreadPoolExecutor(WRITERS) as pool:
        created = sum(pool.map(write, shares))
    return Race(counter.retries, counter.deadlocks, len(drafts) - created)


def agreement(graph: Graph, namespace: str, k: int, threshold: float, among: set[str] | None = None) -> Agreement:
    """Compare the stored links with the exact rule over the stored vectors.

    Args:
        graph: Store.
        namespace: Namespace.
        k: Of the rule.
        threshold: Of the rule.
        among: Count only pairs with an end among these; None counts all.
    """
    rows = _read(graph, "MATCH (e:Episode {namespace: $namespace}) RETURN e.episode_id, e.embedding", namespace)
    ids = [row[0] for row in rows]
    vectors = np.asarray([row[1] for row in rows], np.float32)
    wanted = {_pair(ids[a], ids[b]) for a, b, _ in pairs_by_link_rule(ids, vectors, k, threshold)}
    linked = "MATCH (a:Episode {namespace: $namespace})-[:SIMILAR_TO]->(b) RETURN a.episode_id, b.episode_id"
    found_rows = _read(graph, linked, namespace)
    found = {_pair(*row) for row in found_rows}
    different = len(wanted ^ found) + len(found_rows) - len(found)
    if among is not None:
        wanted, found = ({pair for pair in pairs if not among.isdisjoint(pair)} for pairs in (wanted, found))
    common = len(wanted & found)
    return Agreement(common / max(len(found), 1), common / max(len(wanted), 1), different, len(found))


def _pair(a: str, b: str) -> tuple[str, str]:
    return (a, b) if a < b else (b, a)


def _read(graph: Graph, query: LiteralString, namespace: str) -> list[tuple[Any, ...]]:
    records = graph.driver.execute_query(query, namespace=namespace, database_=graph.database).records
    return [tuple(record.values()) for record in records]
