"""A store of the schema before claims keeps its facts, and they obey the rules of today."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING

from memgraph_svc.adapters.clock import FixedClock
from memgraph_svc.adapters.embedders.hashing import HashingEmbedder
from memgraph_svc.adapters.extractors.heuristic import HeuristicExtractor
from memgraph_svc.bootstrap import build_memory
from memgraph_svc.domain.identity import fact_id
from memgraph_svc.migrations import runner
from memgraph_svc.migrations.files import packaged_migrations
from memgraph_svc.settings import Settings

if TYPE_CHECKING:
    from memgraph_svc.graph.graph import Graph

SPACE = "earlier"
NOW = datetime(2026, 5, 1, tzinfo=UTC)
FACT = {"subject": "Ann", "predicate": "works at", "object": "Acme", "valid_from": "2020-01-01T00:00:00Z"}
BEFORE_CLAIMS = 20
AS_THEN = """
MATCH ()-[c:CLAIMS {namespace: $namespace}]->() DELETE c
WITH count(*) AS claims
MATCH ()-[f:RELATES_TO {namespace: $namespace}]->()
REMOVE f.subject, f.object, f.live_to_ms
"""


def test_facts_of_an_earlier_store_get_their_claims(empty: Graph) -> None:
    embedder = HashingEmbedder()

    def migrate() -> tuple[str, ...]:
        return runner.migrate(empty, model=embedder.model_id, dimension=embedder.dimension).applied

    migrate()
    memory = build_memory(
        empty, Settings(embedder="hashing"), embedder=embedder, extractor=HeuristicExtractor(), clock=FixedClock(NOW)
    )
    rows = [{"id": key, "content": f"note {key}", "entities": [], "facts": [FACT]} for key in ("a", "b")]
    assert memory.episodes.insert_many(rows, namespace=SPACE).facts == 1
    empty.driver.execute_query(AS_THEN, namespace=SPACE)
    empty.driver.execute_query("MATCH (m:Migration) WHERE m.version > $v DELETE m", v=BEFORE_CLAIMS)
    assert len(migrate()) == len(packaged_migrations()) - BEFORE_CLAIMS
    assert migrate() == ()

    (fact,) = memory.temporal.facts("ann", namespace=SPACE)
    assert (fact.object, fact.sources) == ("Acme", ("a", "b"))
    assert fact.fact_id == fact_id(SPACE, "ann", "works at", "acme", fact.valid_from)
    later = FACT | {"object": "Beta", "valid_from": "2022-01-01T00:00:00Z", "functional": True}
    memory.episodes.insert({"id": "c", "content": "note c", "entities": [], "facts": [later]}, namespace=SPACE)
    assert [f.object for f in memory.temporal.facts("Ann", namespace=SPACE)] == ["Beta"]
    for key in ("c", "a", "b"):
        memory.episodes.delete(key, namespace=SPACE)
        left = [f.object for f in memory.temporal.facts("Ann", namespace=SPACE)]
        assert left == ([] if key == "b" else ["Acme"])
