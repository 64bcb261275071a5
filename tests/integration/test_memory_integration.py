"""The whole way: an episode is remembered, linked, and found over the graph where its words do not help."""

from __future__ import annotations

import uuid
from typing import TYPE_CHECKING, Any

import pytest
from support.graph_state import archive, links, rows
from support.worlds import NOW, make_memory, plain

from memgraph_svc.demo import load_history, load_questions
from memgraph_svc.errors import NotFoundError, ProjectionError
from memgraph_svc.projection.page_rank import PageRank
from memgraph_svc.settings import PPRConfig

if TYPE_CHECKING:
    from memgraph_svc.domain.hit import SearchResult
    from memgraph_svc.graph.graph import Graph
    from memgraph_svc.services.memory import MemoryService
    from memgraph_svc.settings import Settings

QUESTION = "In which city has the employer of Priya Nair its office?"
BATCH: list[dict[str, Any]] = [
    plain("Priya Nair joined Halvorsen Optics in spring.", id="joined", entities=["Priya Nair", "Halvorsen Optics"]),
    plain("Halvorsen Optics: headquarters in Tromsø.", id="seat", entities=["Halvorsen Optics", "Tromsø"]),
    *(
        plain(f"The employer of {name} has its office in the city of {city}.", id=f"other-{n}", entities=[name, city])
        for n, (name, city) in enumerate(
            [("Otto Brand", "Graz"), ("Lena Holm", "Turku"), ("Ada Voss", "Lviv"), ("Iker Sola", "Leeds"),
             ("Mina Roth", "Nantes"), ("Hugo Ferm", "Split")]
        )
    ),
]  # fmt: skip
FACTS = {
    "joined": [{"subject": "Priya Nair", "predicate": "works at", "object": "Halvorsen Optics"}],
    "seat": [{"subject": "Halvorsen Optics", "predicate": "is based in", "object": "Tromsø"}],
}
SHOWCASE = next(q for q in load_questions() if q["kind"] == "multi_hop" and q.get("showcase"))


class Filled:
    """Two filled namespaces that the tests only read."""

    def __init__(self, graph: Graph, server: Settings) -> None:
        self.namespace = f"t-{uuid.uuid4().hex[:12]}"
        self.demo = f"{self.namespace}-demo"
        self.memory = make_memory(graph, server, self.namespace)
        batch = [row | {"facts": FACTS.get(row["id"], [])} for row in BATCH]
        self.memory.episodes.insert_many(batch, namespace=self.namespace)
        self.memory.episodes.insert_many(load_history(), namespace=self.demo)

    def ids(self, **options: Any) -> list[str]:
        return [hit.id for hit in self.memory.recall(QUESTION, rank="relevance", **options).hits]


@pytest.fixture(scope="module")
def filled(graph: Graph, server: Settings) -> Filled:
    return Filled(graph, server)


def test_what_is_remembered_is_linked_at_once(memory: MemoryService, graph: Graph, namespace: str) -> None:
    memory.remember(plain("The pump in hall three leaks oil.", id="a"))
    report = memory.remember(plain("The pump in hall three leaks oil again.", id="b"))
    assert report.linked == 1
    assert set(links(graph, namespace)) == {("a", "b")}
    (neighbor,) = memory.zettelkasten.find_neighbors("a", namespace=namespace)
    (hit,) = (hit for hit in memory.recall("pump leaks", mode="relevance").hits if hit.id == "b")
    assert (neighbor.episode_id, neighbor.content) == (hit.id, hit.content)


def test_the_walk_finds_the_second_hop_that_likeness_misses(filled: Filled) -> None:
    assert "seat" not in filled.ids(mode="relevance", limit=5)
    assert "seat" not in filled.ids(mode="hybrid", limit=5)
    assert {"joined", "seat"} <= set(filled.ids(mode="ppr", limit=4))
    result = filled.memory.recall(QUESTION, limit=4)
    assert result.mode == "ppr"
    assert result.decided_by == "auto: ppr led by what the question names, 'Priya Nair' (certainty 1.00)"
    paths = {hit.id: [(s.source, s.relation, s.target) for s in hit.path] for hit in result.hits}
    assert {key: paths[key] for key in ("joined", "seat")} == {
        "joined": [("joined", "MENTIONS", "Priya Nair")],
        "seat": [("Priya Nair", "works at", "Halvorsen Optics"), ("seat", "MENTIONS", "Halvorsen Optics")],
    }
    assert all(hit.arms[0] == "ppr" and hit.parts["ppr"] > 0 for hit in result.hits)


def test_the_showcase_question_of_the_demo_needs_the_graph(filled: Filled) -> None:
    def places(mode: str) -> list[int]:
        asked = {"namespace": filled.demo, "mode": mode, "rank": "relevance", "limit": 100}
        found = [hit.id for hit in filled.memory.recall(SHOWCASE["question"], **asked).hits]
        return [found.index(key) for key in SHOWCASE["gold_ids"]]

    assert max(places("relevance")) > 10
    assert max(places("ppr")) < 5
    result = filled.memory.recall(SHOWCASE["question"], namespace=filled.demo)
    assert result.mode == "ppr"
    assert set(SHOWCASE["gold_ids"]) <= {hit.id for hit in result.hits[:5]}


def test_the_steps_from_question_to_episodes(filled: Filled, graph: Graph, monkeypatch: pytest.MonkeyPatch) -> None:
    named = filled.memory.ppr.extract_query_entities(QUESTION, namespace=filled.namespace)
    assert [(entity.name, entity.exact, entity.passages) for entity in named] == [("Priya Nair", True, 1)]
    seen: list[tuple[str, bool]] = []
    original = PageRank.rank

    def watch(self: PageRank, projection: str, *args: Any, **options: Any) -> dict[str, float]:
        seen.append((projection, exists(graph, projection)))
        if failing:
            raise ProjectionError("the walk broke")
        return original(self, projection, *args, **options)

    failing = False
    monkeypatch.setattr(PageRank, "rank", watch)
    answer = filled.memory.ppr.retrieve(QUESTION, namespace=filled.namespace, limit=4)
    assert {"joined", "seat"} <= answer.scores.keys()
    assert list(answer.scores.values()) == sorted(answer.scores.values(), reverse=True)
    assert answer.reason == ""
    seeds = {(seed.kind, seed.key): seed for seed in answer.seeds}
    assert seeds["entity", "priya nair"].origin == "query"
    assert all(seed.weight > 0 for seed in answer.seeds)
    assert {seed.kind for seed in answer.seeds} == {"entity", "episode"}
    failing = True
    with pytest.raises(ProjectionError, match="the walk broke"):
        filled.memory.ppr.retrieve(QUESTION, namespace=filled.namespace)
    assert [there for _, there in seen] == [True, True]
    assert len({name for name, _ in seen}) == 1
    with pytest.raises(ProjectionError, match="the walk broke"):
        filled.memory.ppr.retrieve(QUESTION, namespace=filled.namespace, as_of="2030-01-01T00:00:00Z")
    assert [exists(graph, name) for name, _ in seen] == [True, True, False]


def exists(graph: Graph, name: str) -> bool:
    (row,) = rows(graph, "RETURN gds.graph.exists($name) AS there", name=name)
    return row["there"]


def test_both_searches_are_united_by_id(filled: Filled) -> None:
    def search(**options: Any) -> SearchResult:
        return filled.memory.episodes.search_with_ppr(QUESTION, namespace=filled.namespace, **options)

    fused = search(rank="relevance", limit=8)
    assert (fused.mode, fused.decided_by) == ("ppr", "hybrid search and ppr, fused")
    ids = [hit.id for hit in fused.hits]
    assert len(set(ids)) == len(ids) == 8
    assert ids[0] == "joined"
    arms = {hit.id: hit.arms for hit in fused.hits}
    assert set(arms["joined"]) == {"relevance", "fulltext", "ppr"}
    assert arms["seat"][0] == "ppr"
    standard = filled.memory.recall(QUESTION, mode="relevance", limit=3)
    appended = search(mode="relevance", merge="append", limit=5)
    assert appended.decided_by == "relevance search and ppr, append"
    # the standard search with its full limit comes first, so that nothing is left for the walk
    whole = filled.memory.recall(QUESTION, mode="relevance", limit=5)
    assert [hit.id for hit in appended.hits] == [hit.id for hit in whole.hits]
    assert [hit.id for hit in appended.hits][:3] == [hit.id for hit in standard.hits]
    words = search(mode="fulltext", merge="append", limit=8)
    found = [hit.id for hit in filled.memory.recall(QUESTION, mode="fulltext", limit=8).hits]
    assert [hit.id for hit in words.hits][: len(found)] == found
    assert {hit.id: hit.arms for hit in words.hits}["seat"][0] == "ppr"
    for result in (fused, appended, words):
        scores = [hit.score for hit in result.hits]
        assert scores == sorted(scores, reverse=True)
        assert all(0 <= score <= 1 for score in scores)


def test_without_graph_or_seed_the_standard_result_and_the_reason_are_given(
    filled: Filled, memory: MemoryService, namespace: str
) -> None:
    empty = memory.episodes.search_with_ppr(QUESTION, namespace=namespace)
    assert (empty.mode, empty.hits) == ("hybrid", ())
    assert "no entity or fact of the graph is near the question" in empty.decided_by
    memory.episodes.insert(plain("Some office in some city.", id="a"), namespace=namespace)
    for merge in ("fused", "append"):
        result = memory.episodes.search_with_ppr("office", namespace=namespace, merge=merge)
        standard = memory.recall("office", mode="hybrid")
        assert result.hits == standard.hits
        assert result.decided_by == "hybrid was asked for; no entity or fact of the graph is near the question"
    filtered = filled.memory.recall(QUESTION, mode="ppr", occurred_to=NOW.replace(year=2000))
    assert (filtered.mode, filtered.hits) == ("hybrid", ())
    assert "hybrid instead of ppr: no episode that passes the filters is reached" in filtered.decided_by


def test_auto_says_what_it_chose_and_why(filled: Filled, memory: MemoryService, namespace: str) -> None:
    unnamed = filled.memory.recall("does anybody sing?")
    assert unnamed.mode == "ppr"
    assert unnamed.decided_by == (
        "auto: ppr led by meaning and words, since the question names nothing of the graph surely (certainty 0.00)"
    )
    memory.episodes.insert(plain("Ann sings.", entities=["Ann", *(f"Name {n}" for n in range(9))]), namespace=namespace)
    few = memory.recall("Does Ann sing?")
    assert (few.mode, few.decided_by) == ("hybrid", "auto: the namespace has 10 entities, too few to walk")
    memory.temporal.add_node("Eleven", namespace=namespace)
    assert memory.recall("Does Ann sing?").mode == "ppr"


def test_an_explanation_is_a_statement_that_the_server_draws(filled: Filled, graph: Graph) -> None:
    explanation = filled.memory.ppr.explain(QUESTION, namespace=filled.namespace, episode_id="seat")
    assert (explanation.query, explanation.id) == (QUESTION, "seat")
    assert [(s.source, s.relation, s.target) for s in explanation.path] == [
        ("Priya Nair", "works at", "Halvorsen Optics"), ("seat", "MENTIONS", "Halvorsen Optics"),
    ]  # fmt: skip
    assert filled.namespace not in explanation.cypher
    drawn = graph.driver.execute_query(explanation.cypher, explanation.params, database_=graph.database).records
    named = [[node.get("name", node.get("episode_id")) for node in record["path"].nodes] for record in drawn]
    assert ["Priya Nair", "Halvorsen Optics", "seat"] in named
    alone = graph.driver.execute_query(
        explanation.cypher, {**explanation.params, "seeds": []}, database_=graph.database
    ).records
    assert [{node.get("name", node.get("episode_id")) for node in record["path"].nodes} for record in alone] == [
        {"Priya Nair", "Halvorsen Optics", "seat"}
    ]
    best = filled.memory.ppr.explain(QUESTION, namespace=filled.namespace)
    assert best.id in {"joined", "seat"}
    nothing = filled.memory.ppr.explain("does anybody sing?", namespace=f"{filled.namespace}-none")
    assert (nothing.id, nothing.path) == (None, ())
    with pytest.raises(NotFoundError):
        filled.memory.ppr.explain(QUESTION, namespace=filled.namespace, episode_id="nobody")


def test_a_path_leads_only_over_what_is_live(memory: MemoryService, graph: Graph, namespace: str) -> None:
    memory.episodes.insert_many(
        [
            plain("Ann has the key.", id="a", entities=["Ann"]),
            plain("The key is in the box.", id="b", entities=["Ann", "Box"]),
            plain("A parcel.", id="c", entities=["Box"]),
            plain("Ann packs.", id="d", entities=[],
                  facts=[{"subject": "Ann", "predicate": "packs", "object": "Crate"},
                         {"subject": "Crate", "predicate": "stands on", "object": "Cart"},
                         {"subject": "Cart", "predicate": "holds", "object": "Box"}]),
        ],
        namespace=namespace,
    )  # fmt: skip

    def path(**options: Any) -> list[str]:
        explained = memory.ppr.explain("Where is Ann?", namespace=namespace, episode_id="c", **options)
        return [step.relation for step in explained.path]

    assert path() == ["MENTIONS"] * 3
    archive(graph, namespace, "b", "d")
    assert path() == ["packs", "stands on", "holds", "MENTIONS"]
    assert path(include_archived=True) == ["MENTIONS"] * 3


def test_a_namespace_beyond_the_bound_is_refused_before_it_is_projected(
    graph: Graph, server: Settings, namespace: str
) -> None:
    memory = make_memory(graph, server, namespace, ppr=PPRConfig(max_relationships=1))
    memory.episodes.insert(plain("Ann met Ben.", entities=["Ann", "Ben"]), namespace=namespace)
    with pytest.raises(ProjectionError, match="2 relationships, the bound is 1"):
        memory.recall("Where is Ann?", mode="ppr")
    memory.episodes.insert(plain("A crowd.", entities=[f"Name {n}" for n in range(10)]), namespace=namespace)
    found = memory.recall("Where is Ann?")
    assert found.mode == "hybrid"
    assert "auto: hybrid instead of ppr: namespace" in found.decided_by
