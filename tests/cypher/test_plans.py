"""Every query finds its way by an index: profiled on a filled namespace, and rolled back."""

from __future__ import annotations

import re
import uuid
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

import pytest
from support.gists import keep_gist

from memgraph_svc.adapters.clock import FixedClock
from memgraph_svc.adapters.embedders.hashing import HashingEmbedder
from memgraph_svc.adapters.extractors.heuristic import HeuristicExtractor
from memgraph_svc.bootstrap import build_memory
from memgraph_svc.domain.identity import entity_id, fact_id, gist_id, namespace_token, page_id
from memgraph_svc.domain.instant import OPEN_END_MS, OPEN_PAST_MS, to_ms
from memgraph_svc.graph.catalog import load_catalog
from memgraph_svc.graph.identifiers import namespace_label
from memgraph_svc.graph.named_query import NamedQuery, QueryMode

if TYPE_CHECKING:
    from collections.abc import Iterator

    from memgraph_svc.graph.graph import Graph
    from memgraph_svc.settings import Settings

EPISODES = 320
ENTITIES = 300
NOW = datetime(2026, 5, 1, 12, tzinfo=UTC)
BAD = re.compile(r"AllNodesScan|LabelScan|LabelNodesScan|AllRelationshipsScan|TypeScan|TypesScan|CartesianProduct")
SEEDS = [("entity", "service 7"), ("episode", "e3")]
PROFILED = [name for name, query in load_catalog().items() if query.mode is not QueryMode.SCHEMA]
LOOK_UPS = {
    "causes.why", "entities.get", "entities.find_known", "entities.match_names", "episodes.find_hashes", "episodes.get",
    "episodes.get_payload", "facts.find_known", "gists.compare", "gists.find_first", "gists.get", "gists.hydrate",
    "gists.list_covered", "links.get_vectors", "search.hydrate",
}  # fmt: skip


@dataclass(frozen=True)
class World:
    """A filled namespace, and a projection of it."""

    graph: Graph
    namespace: str
    projection: str

    def parameters(self, query: NamedQuery) -> dict[str, Any]:
        """A realistic value for each parameter; a row has all that any query may read of it."""
        now, vector = to_ms(NOW), HashingEmbedder().embed_query("service 7 depends on library 7").tolist()
        row = {
            "episode_id": "e7", "session_id": "s7", "turn": 3, "low": "e3", "high": "e7", "score": 0.9,
            "source": "e3", "target": "e7", "effect": "e7", "cause": "e3", "canonical_name": "service 7",
            "kind": "entity", "name": "service 7",
            "subject": "service 7", "object": "library 7", "fact_id": self.fact, "confidence": 0.5, "count": 2,
            "subjects": ["service 7"], "predicate": "depends on", "text": "Service 7 depends on Library 7",
            "to_ms": OPEN_END_MS, "retracted_ms": OPEN_END_MS, "recorded_ms": now,
            "type": "service", "asserted": False, "props": {}, "embedding": vector, "started_at": NOW,
            "started_at_ms": now, "page_id": "pg_new", "episode_ids": ["e7"],
        }  # fmt: skip
        if query.name == "episodes.create":
            row["episode_id"] = "new"
        known = {
            "namespace": self.namespace, "episode_id": "e7", "episode_ids": ["e3", "e7"], "session_id": "s7",
            "conversation_id": "c7", "entity_id": entity_id(self.namespace, "service 7"), "fact_ids": [self.fact],
            "names": ["library 7", "service 7"], "keep": ["fa_x"], "rows": [row], "props": {},
            "embedding": vector, "vector": vector,
            "vectors": [vector, vector], "limit": 10, "most": 11, "threshold": 0.5, "after": "e1",
            "model": "hashing-256", "dimension": 256, "linked_at": NOW, "linked_at_ms": now,
            "kinds": ["message", "document"],
            "archived": [False], "include_archived": False, "from_ms": OPEN_PAST_MS, "to_ms": OPEN_END_MS,
            "at_ms": now, "any_time": False, "fetch": 20, "known_ms": OPEN_END_MS - 1, "graph_name": self.projection,
            "seeds": [{"kind": kind, "key": key, "weight": 0.5, "favor": 1.0} for kind, key in SEEDS],
            "hits": ["e7"], "least": 1e-4, "few": 300.0,
            "looked_at": 1000,
            "damping_factor": 0.5, "max_iterations": 20, "tolerance": 1e-7, "concurrency": 2, "mentions": 1.0,
            "facts": 1.0, "similar": 0.1, "next": 0.1, "causes": 1.0,
            "synonyms": 1.0, "shard": 3, "open_ms": OPEN_END_MS, "label": namespace_label(self.namespace),
            "graph_names": ["memgraph_none"],
            "relationships": {"MENTIONS": {"orientation": "UNDIRECTED"}},
            "owner": "nobody", "seconds": 1,
            "characters": 200, "predicate": "depends on", "subject": "service 7", "object": "library 7",
            "subjects": ["service 7"],
            "live_after_ms": now, "after_ms": now, "until_ms": now, "alive_after_ms": OPEN_END_MS - 1,
            "sources": ["e3", "e7"], "switches": [now],
            "source": "service 7", "target": "library 7", "merged_at": NOW, "merged_at_ms": now, "like": "service",
            "gist_id": self.gist, "gist_ids": ["gi_none", self.gist], "page_id": self.page, "page_ids": [self.page],
            "ids": [self.gist, self.page], "index": "gist_fulltext", "initials": ["sd"], "version": 1, "retention": 0.9,
            "codes": 10, "name": "episode_key", "checksum": "0",
            "lucene": self.words(query.params.get("lucene") == "STRING"),
        }  # fmt: skip
        if query.name.startswith("gists."):
            lucene = f'+ns_token:{namespace_token(self.namespace)}^0 +text:("service")'
            known |= {"kinds": ["gist", "page"], "after": "s1", "lucene": lucene}
        if query.name == "gists.create":
            known["gist_id"] = "gi_new"
        return {name: known[name] for name in query.params}

    @property
    def fact(self) -> str:
        return fact_id(self.namespace, "service 7", "depends on", "library 7", None)

    @property
    def gist(self) -> str:
        return gist_id(self.namespace, "s7")

    @property
    def page(self) -> str:
        return page_id(self.namespace, "s7", 1)

    def words(self, one: bool) -> str | list[str]:
        words = [f'+ns_token:{namespace_token(self.namespace)}^0 +content:("{word}")' for word in ("service", "day")]
        return words[0] if one else words

    def profile(self, query: NamedQuery, parameters: dict[str, Any]) -> list[tuple[str, int]]:
        """Run a query, undo it, and return its operators with their database hits."""
        text = re.sub(r"\A(CYPHER \d+\s)?", r"\1PROFILE ", query.text)
        with self.graph.driver.session(database=self.graph.database) as session, session.begin_transaction() as work:
            summary = work.run(text, parameters).consume()
            work.rollback()
        return list(_operators(summary.profile)) if summary.profile else []


def _operators(plan: Any) -> Iterator[tuple[str, int]]:
    yield f"{plan['operatorType'].split('@')[0]} {plan['args'].get('Details', '')}"[:200], plan.get("dbHits", 0)
    for child in plan.get("children", ()):
        yield from _operators(child)


def _row(number: int) -> dict[str, Any]:
    service, library = f"Service {number % ENTITIES}", f"Library {number % ENTITIES}"
    return {
        "id": f"e{number}", "content": f"{service} depends on {library} since day {number}.",
        "session": f"s{number % 20}", "conversation": f"c{number % 20}",
        "occurred_at": NOW - timedelta(days=EPISODES - number), "entities": [service, library],
        "facts": [{"subject": service, "predicate": "depends on", "object": library}],
        "caused_by": [f"e{number - 1}"] if number % 3 == 0 and number else [],
    }  # fmt: skip


@pytest.fixture(scope="module")
def world(graph: Graph, server: Settings) -> World:
    namespace = f"plans-{uuid.uuid4().hex[:8]}"
    memory = build_memory(
        graph, server, embedder=HashingEmbedder(), extractor=HeuristicExtractor(), clock=FixedClock(NOW)
    )
    report = memory.episodes.insert_many([_row(number) for number in range(EPISODES)], namespace=namespace)
    assert (report.created, report.refused) == (EPISODES, ())
    for session in range(20):
        texts = [f"Service {session} depends on Library {session}.", f"Library {session} is old."]
        keep_gist(graph, namespace, f"s{session}", "\n".join(texts), pages=texts)
    made = World(graph, namespace, f"memgraph_{uuid.uuid4().hex}")
    project = load_catalog()["projection.project"]
    graph.run(project.name, **made.parameters(project))
    return made


@pytest.fixture(scope="module", autouse=True)
def _dropped(world: World) -> Iterator[None]:
    yield
    world.graph.run("projection.drop", graph_names=[world.projection])


@pytest.mark.parametrize("name", PROFILED)
def test_no_query_scans_or_multiplies(world: World, name: str) -> None:
    query = load_catalog()[name]
    parameters = world.parameters(query)
    made = name in ("projection.project", "projection.project_native")
    if made:
        parameters["graph_name"] = f"memgraph_{uuid.uuid4().hex}"
    operators = world.profile(query, parameters)
    if made:
        world.graph.run("projection.drop", graph_names=[parameters["graph_name"]])
    bad = [operator for operator, _ in operators if BAD.search(operator)]
    assert bad == []
    if name in LOOK_UPS:
        assert sum(hits for _, hits in operators) < 300, operators


def test_a_scan_would_be_seen(world: World) -> None:
    text = "MATCH (e:Episode {content: 'x'}), (n:Entity {summary: 'x'}) RETURN e, n"
    scan = NamedQuery("bad.scan", "", QueryMode.READ, text, {}, {})
    assert len([operator for operator, _ in world.profile(scan, {}) if BAD.search(operator)]) == 3


def test_the_data_that_is_profiled_is_found(world: World) -> None:
    reads = [
        *LOOK_UPS, "facts.nearest", "links.nearest", "links.linked", "search.fulltext", "search.vector_both",
        "projection.paths", "projection.page_rank", "gists.any", "gists.fulltext", "gists.list_sessions",
        "gists.list_turns", "gists.list_vectors", "gists.nearest", "gists.nearest_of_conversation",
        "gists.nearest_pages", "gists.nearest_pages_of_conversation",
    ]  # fmt: skip
    for name in reads:
        assert world.graph.run(name, **world.parameters(load_catalog()[name])), name
    assert world.graph.run("admin.stats", namespace=world.namespace)[0]["episodes"] == EPISODES
