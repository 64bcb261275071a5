"""Merging entities keeps everything, and undoing it gives back the graph as it would be without the merge."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

from support.graph_state import comparable, rows, snapshot
from support.two_names import believed, day, fact, fill, tick
from support.worlds import plain

from memgraph_svc.adapters.embedders.hashing import HashingEmbedder
from memgraph_svc.adapters.extractors.heuristic import HeuristicExtractor
from memgraph_svc.bootstrap import build_memory
from memgraph_svc.domain.identity import entity_id

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from memgraph_svc.adapters.clock import FixedClock
    from memgraph_svc.graph.graph import Graph
    from memgraph_svc.services.memory import MemoryService
    from memgraph_svc.settings import Settings


def test_the_merged_are_one_under_every_name(memory: MemoryService, namespace: str, clock: FixedClock) -> None:
    fill(memory, namespace, clock)
    report = memory.temporal.merge_entities("A. Lee", "Ann Lee", namespace=namespace)
    old_id = entity_id(namespace, "a. lee")
    assert (report.source, report.source_id, report.target) == ("A. Lee", old_id, "Ann Lee")
    assert (report.changed, report.mentions, report.between) == (True, 4, 1)
    entity = memory.temporal.entity("a. lee", namespace=namespace)
    assert entity == memory.temporal.entity(old_id, namespace=namespace)
    assert (entity.name, entity.aliases, entity.type, entity.mentions) == ("Ann Lee", ("A. Lee",), "person", 4)
    for name in ("A. Lee", "Ann Lee", old_id):
        assert believed(memory, namespace, subject=name) == {
            ("Ann Lee", "works at", "Acme"), ("Ann Lee", "works at", "Beta"), ("Ann Lee", "knows", "Ben"),
            ("Ann Lee", "likes", "Tea"), ("Ann Lee", "lives in", "Rome"),
        }  # fmt: skip
        assert believed(memory, namespace, object=name) == {("Ben", "knows", "Ann Lee"), ("Cleo", "boss", "Ann Lee")}
    (acme,) = memory.temporal.facts("Ann Lee", "works at", "Acme", namespace=namespace, include_ended=True)
    assert acme.valid_to == day(20)
    (tea,) = memory.temporal.facts("Ann Lee", "likes", "Tea", namespace=namespace)
    assert (tea.valid_from, tea.sources) == (day(5), ("e4",))
    assert [e.name for e in memory.temporal.entities(namespace=namespace, like="a. l")] == ["Ann Lee"]


def test_undoing_it_restores_the_graph(memory: MemoryService, graph: Graph, namespace: str, clock: FixedClock) -> None:
    fill(memory, namespace, clock)
    memory.temporal.link_synonyms(namespace=namespace)
    for source, target in (("A. Lee", "Ann Lee"), ("Ann Lee", "A. Lee"), ("Tea", "Ben"), ("Cleo", "Ann Lee")):
        before = snapshot(graph, namespace)
        tick(clock)
        merged = memory.temporal.merge_entities(source, target, namespace=namespace)
        assert snapshot(graph, namespace) != before
        tick(clock)
        undone = memory.temporal.unmerge(source, namespace=namespace)
        assert undone.model_copy(update={"deleted": 0}) == merged
        assert snapshot(graph, namespace) == before


class CountingEmbedder(HashingEmbedder):
    """Remembers what it was asked for."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: list[str] = []

    def embed_documents(self, texts: Sequence[str]) -> NDArray[np.float32]:
        self.asked += texts
        return super().embed_documents(texts)


def test_facts_keep_their_vectors_without_the_model(
    graph: Graph, server: Settings, namespace: str, clock: FixedClock
) -> None:
    embedder = CountingEmbedder()
    memory = build_memory(graph, server, embedder=embedder, extractor=HeuristicExtractor(), clock=clock)
    fill(memory, namespace, clock)
    vectors = "MATCH ()-[f:RELATES_TO {namespace: $n}]->() RETURN f.text AS text, f.embedding AS embedding"
    before = {row["text"]: row["embedding"] for row in rows(graph, vectors, n=namespace)}
    embedder.asked.clear()
    memory.temporal.merge_entities("A. Lee", "Ann Lee", namespace=namespace)
    after = {row["text"]: row["embedding"] for row in rows(graph, vectors, n=namespace)}
    assert embedder.asked == []
    assert after.keys() <= before.keys()
    assert all(after[text] == before[text] for text in after)


def test_what_comes_in_between_is_as_if_it_had_never_been_merged(
    memory: MemoryService, graph: Graph, namespace: str, clock: FixedClock
) -> None:
    def between(place: str, step: Callable[[], None]) -> None:
        step()
        memory.episodes.insert(
            plain("five", id="e5", entities=[{"name": "A. Lee", "count": 3}, {"name": "Ann Lee", "type": "human"}],
                  facts=[fact("A. Lee", "works at", "Gamma", 30, functional=True), fact("A. Lee", "is", "Ann Lee")]),
            namespace=place,
        )  # fmt: skip
        step()
        memory.episodes.update(
            "e1", {"entities": ["A. Lee"], "facts": [fact("A. Lee", "knows", "Dov")]}, namespace=place
        )
        step()
        memory.episodes.update("e3", {"content": "three again", "entities": ["Cleo"], "facts": []}, namespace=place)
        step()
        memory.episodes.delete("e2", namespace=place)
        step()
        memory.temporal.assert_fact("a. lee", "knows", "Ben", namespace=place, valid_from=day(2), source_episode="e5")
        step()
        memory.temporal.assert_fact("Ann  Lee", "drinks", "Tea", namespace=place)
        step()
        memory.temporal.add_node("A. Lee", "author", source_episode="e3", namespace=place)
        step()
        memory.temporal.declare_predicate("drinks", functional=True, namespace=place)

    twin = f"{namespace}-twin"
    start = clock.now()
    fill(memory, twin, clock)
    tick(clock)
    between(twin, lambda: tick(clock))
    clock.advance(start - clock.now())
    fill(memory, namespace, clock)
    tick(clock)
    memory.temporal.merge_entities("A. Lee", "Ann Lee", namespace=namespace)
    between(namespace, lambda: tick(clock))
    memory.temporal.unmerge("A. Lee", namespace=namespace)
    assert comparable(graph, namespace) == comparable(graph, twin)


def test_what_was_known_then_is_as_if_both_had_always_been_one(
    memory: MemoryService, graph: Graph, namespace: str, clock: FixedClock
) -> None:
    other = f"{namespace}-one"
    start = clock.now()
    fill(memory, namespace, clock)
    moments = [start + timedelta(seconds=n) for n in range(1, 7)]
    memory.temporal.merge_entities("A. Lee", "Ann Lee", namespace=namespace)
    clock.advance(start - clock.now())
    memory.temporal.add_node("Ann Lee", namespace=other)
    memory.temporal.add_alias("Ann Lee", "A. Lee", namespace=other)
    fill(memory, other, clock)
    for moment in moments:
        shown = [
            [(f.subject, f.predicate, f.object, f.valid_from, f.valid_to, f.recorded_at, f.invalidated_at, f.sources)
             for f in memory.temporal.facts(namespace=place, known_at=moment, include_ended=True)]
            for place in (namespace, other)
        ]  # fmt: skip
        assert shown[0] == shown[1], moment
    memory.temporal.remove_alias("A. Lee", namespace=other)
