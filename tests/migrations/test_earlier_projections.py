"""A store of the schema before projections were kept is projected as one of today."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING

from memgraph_svc.adapters.clock import FixedClock
from memgraph_svc.adapters.embedders.hashing import HashingEmbedder
from memgraph_svc.adapters.extractors.heuristic import HeuristicExtractor
from memgraph_svc.bootstrap import build_memory
from memgraph_svc.graph.identifiers import namespace_label
from memgraph_svc.migrations import runner
from memgraph_svc.settings import Settings

if TYPE_CHECKING:
    import pytest

    from memgraph_svc.graph.graph import Graph

SPACES = ("one", "two")
NOW = datetime(2026, 5, 1, tzinfo=UTC)
BEFORE_LABELS = 42
STATE = """
MATCH (n) WHERE n.namespace IN $spaces AND (n:Episode OR n:Entity OR n:Alias)
OPTIONAL MATCH (n)-[f:RELATES_TO]->()
RETURN n.namespace AS namespace, coalesce(n.episode_id, n.name) AS name, labels(n) AS labels, f.weight AS weight
ORDER BY namespace, name, weight
"""
AS_THEN = "MATCH (n) WHERE n.namespace = $space REMOVE n:$($label) WITH n MATCH (n)-[f:RELATES_TO]->() REMOVE f.weight"


def test_nodes_of_an_earlier_store_get_their_labels_in_batches(empty: Graph, monkeypatch: pytest.MonkeyPatch) -> None:
    embedder = HashingEmbedder()

    def migrate() -> int:
        return len(runner.migrate(empty, model=embedder.model_id, dimension=embedder.dimension).applied)

    def state() -> list[list[object]]:
        return [record.values() for record in empty.driver.execute_query(STATE, spaces=SPACES).records]

    migrate()
    memory = build_memory(
        empty, Settings(embedder="hashing"), embedder=embedder, extractor=HeuristicExtractor(), clock=FixedClock(NOW)
    )
    for space in SPACES:
        fact = {"subject": "Ann", "predicate": "knows", "object": "Ben"}
        rows = [{"id": f"e{n}", "content": f"note {n}", "entities": ["Jo"], "facts": [fact]} for n in range(4)]
        rows[0]["facts"] = [fact | {"predicate": "met", "valid_to": "2020-01-01T00:00:00Z"}]
        memory.episodes.insert_many(rows, namespace=space)
        memory.temporal.add_alias("Ann", "Annie", namespace=space)
    wanted = state()
    assert {tuple(sorted(row[2])) for row in wanted if isinstance(row[2], list)} == {
        ("Alias",), *((kind, namespace_label(space)) for space in SPACES for kind in ("Entity", "Episode")),
    }  # fmt: skip
    assert {row[3] for row in wanted} == {None, 0.0}
    for space in SPACES:
        empty.driver.execute_query(f"CYPHER 25 {AS_THEN}", space=space, label=namespace_label(space))
    assert state() != wanted
    empty.driver.execute_query("MATCH (m:Migration) WHERE m.version > $v DELETE m", v=BEFORE_LABELS)
    monkeypatch.setattr(runner, "_BATCH", 3)
    assert migrate() >= 8
    assert state() == wanted
    assert migrate() == 0
