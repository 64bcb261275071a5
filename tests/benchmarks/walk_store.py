"""Writing a generated graph straight into a store, with all that the queries of the service read."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, LiteralString

import numpy as np
from walk_world import PREDICATES, SESSION, entity_name, episode_id, topic_vectors

from memgraph_svc.domain.identity import entity_id, fact_id, namespace_token
from memgraph_svc.domain.instant import OPEN_END_MS, OPEN_PAST_MS
from memgraph_svc.graph.identifiers import namespace_label

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from numpy.typing import NDArray
    from walk_world import WalkWorld

    from memgraph_svc.graph.graph import Graph

ROWS = 2_000
STARTED_MS = 1_750_000_000_000
MINUTE_MS = 60_000
MOST_FACT_VECTORS = 20_000

SOURCES: LiteralString = """
UNWIND $seeds AS seed
CALL (seed) {
  WITH seed WHERE seed.kind = 'episode'
  MATCH (n:Episode {namespace: $namespace, episode_id: seed.key}) RETURN n
  UNION ALL
  WITH seed WHERE seed.kind = 'entity'
  MATCH (n:Entity {namespace: $namespace, canonical_name: seed.key}) RETURN n
}
WITH collect([n, seed.weight]) AS sources
"""
"""Beginning of a query of PageRank: finds the seeds."""

WRITE_EPISODES = """
CYPHER 25
UNWIND $rows AS row
CREATE (e:Episode:$($label) {namespace: $namespace, episode_id: row.id})
SET e += $common, e.content = row.content, e.word_count = row.words, e.session_id = row.session,
  e.occurred_at_ms = row.at, e.recorded_at_ms = row.at, e.occurred_at = datetime({epochMillis: row.at}),
  e.recorded_at = datetime({epochMillis: row.at})
WITH e, row WHERE row.vector IS NOT NULL
CALL db.create.setNodeVectorProperty(e, 'embedding', row.vector)
"""
WRITE_ENTITIES = """
CYPHER 25
UNWIND $rows AS row
CREATE (n:Entity:$($label) {namespace: $namespace, canonical_name: row.canonical})
SET n += $common, n.name = row.name, n.entity_id = row.id,
  n.recorded_at = datetime({epochMillis: $common.recorded_at_ms})
"""
WRITE_MENTIONS = """
UNWIND $rows AS row
MATCH (e:Episode {namespace: $namespace, episode_id: row.id})
UNWIND row.others AS other
MATCH (n:Entity {namespace: $namespace, canonical_name: other})
CREATE (e)-[:MENTIONS {namespace: $namespace, count: 1}]->(n)
"""
WRITE_LINKS = """
UNWIND $rows AS row
MATCH (e:Episode {namespace: $namespace, episode_id: row.id})
UNWIND row.others AS other
MATCH (o:Episode {namespace: $namespace, episode_id: other[0]})
CREATE (e)-[:SIMILAR_TO {namespace: $namespace, score: other[1], model: 'none', linked_at_ms: $at,
  linked_at: datetime({epochMillis: $at})}]->(o)
"""
WRITE_CHAIN = """
UNWIND $rows AS row
MATCH (e:Episode {namespace: $namespace, episode_id: row.id})
UNWIND row.others AS other
MATCH (o:Episode {namespace: $namespace, episode_id: other})
CREATE (e)-[:NEXT {namespace: $namespace, turn: row.turn}]->(o)
"""
WRITE_FACTS = """
UNWIND $rows AS row
MATCH (s:Entity {namespace: $namespace, canonical_name: row.subject})
MATCH (o:Entity {namespace: $namespace, canonical_name: row.object})
CREATE (s)-[f:RELATES_TO]->(o)
SET f = $common, f.namespace = $namespace, f.fact_id = row.id, f.subject = row.subject, f.object = row.object,
  f.predicate = row.predicate, f.text = row.text
WITH f, row WHERE row.vector IS NOT NULL
CALL db.create.setRelationshipVectorProperty(f, 'embedding', row.vector)
"""


def store_world(
    graph: Graph, namespace: str, world: WalkWorld, dimension: int, *, contents: Iterable[str], vectors: int
) -> NDArray[np.float32]:
    """Write a world; the first ``vectors`` episodes, and some facts, get vectors, which are returned."""
    near = topic_vectors(vectors, dimension)
    token, label = {"ns_token": namespace_token(namespace)}, namespace_label(namespace)
    write = Writer(graph, namespace)
    write(WRITE_EPISODES, episode_rows(contents, near), common={**token, **EPISODE}, label=label)
    write(WRITE_ENTITIES, _entity_rows(namespace, world.entities), common={**token, **ENTITY}, label=label)
    first = world.episodes
    names = [entity_name(number).lower() for number in range(world.entities)]
    write(WRITE_MENTIONS, _grouped(world.mentions, [names[other - first] for other in world.mentions[:, 1]]))
    scored = [
        [episode_id(other), score] for other, score in zip(world.similar[:, 1], world.scores.tolist(), strict=True)
    ]
    write(WRITE_LINKS, _grouped(world.similar, scored), at=STARTED_MS)
    write(WRITE_CHAIN, _grouped(world.chain, [episode_id(other) for other in world.chain[:, 1]]))
    write(WRITE_FACTS, _fact_rows(namespace, world, names, dimension), common={**token, **FACT})
    write.settled()
    return near


class Writer:
    """Writes rows in batches, a transaction each."""

    def __init__(self, graph: Graph, namespace: str) -> None:
        self._graph = graph
        self._namespace = namespace

    def __call__(self, query: LiteralString, rows: Iterable[dict[str, Any]], **params: Any) -> None:
        batch: list[dict[str, Any]] = []
        for row in rows:
            batch.append(row)
            if len(batch) == ROWS:
                self._run(query, batch, params)
                batch = []
        if batch:
            self._run(query, batch, params)

    def _run(self, query: LiteralString, batch: list[dict[str, Any]], params: dict[str, Any]) -> None:
        self._graph.driver.execute_query(
            query, {"namespace": self._namespace, "rows": batch, **params}, database_=self._graph.database
        )

    def settled(self) -> None:
        self._graph.driver.execute_query("CALL db.awaitIndexes(600)", database_=self._graph.database)


EPISODE = {
    "kind": "message", "archived": False, "uses": 0, "importance": 5.0, "windows": 1, "note_version": 1, "support": 1,
    "metadata": "{}", "keywords": [], "tags": [], "statements": [], "context": "", "embedding_model": "none",
    "payload": "{}", "payload_hash": "none",
}  # fmt: skip
ENTITY = {"type": "entity", "aliases": [], "asserted": False, "recorded_at_ms": STARTED_MS}
FACT = {
    "valid_from_ms": OPEN_PAST_MS, "valid_to_ms": OPEN_END_MS, "live_to_ms": OPEN_END_MS, "recorded_at_ms": STARTED_MS,
    "invalidated_at_ms": OPEN_END_MS, "sources": [], "source_confidences": [], "confidence": 1.0, "functional": False,
}  # fmt: skip


def episode_rows(contents: Iterable[str], vectors: NDArray[np.float32], first: int = 0) -> Iterator[dict[str, Any]]:
    """Rows of episodes, a minute apart, numbered from ``first``; those without a vector of their own come last."""
    for place, content in enumerate(contents):
        number = first + place
        yield {
            "id": episode_id(number), "content": content, "words": len(content.split()),
            "session": f"s{number // SESSION}", "at": STARTED_MS + number * MINUTE_MS,
            "vector": vectors[place].tolist() if place < len(vectors) else None,
        }  # fmt: skip


def _entity_rows(namespace: str, count: int) -> Iterator[dict[str, Any]]:
    for number in range(count):
        name = entity_name(number)
        yield {"name": name, "canonical": name.lower(), "id": entity_id(namespace, name.lower())}


def _grouped(edges: NDArray[np.int64], others: Sequence[Any]) -> Iterator[dict[str, Any]]:
    """Edges by their first end, in order."""
    starts = np.flatnonzero(np.r_[True, np.diff(edges[:, 0]) != 0]) if len(edges) else np.zeros(0, int)
    for start, end in zip(starts.tolist(), [*starts[1:].tolist(), len(edges)], strict=True):
        source = int(edges[start, 0])
        yield {"id": episode_id(source), "others": others[start:end], "turn": source % SESSION + 2}


def _fact_rows(namespace: str, world: WalkWorld, names: list[str], dimension: int) -> Iterator[dict[str, Any]]:
    random = np.random.default_rng(13)
    for number, (subject, obj) in enumerate((world.facts - world.episodes).tolist()):
        predicate = PREDICATES[number % len(PREDICATES)]
        vector = random.normal(size=dimension) if number < MOST_FACT_VECTORS else None
        yield {
            "subject": names[subject], "object": names[obj], "predicate": predicate,
            # parallel facts differ in where they are written down only
            "id": fact_id(namespace, names[subject], predicate, names[obj], number),
            "text": f"{entity_name(subject)} {predicate} {entity_name(obj)}",
            "vector": (vector / np.linalg.norm(vector)).tolist() if vector is not None else None,
        }  # fmt: skip
