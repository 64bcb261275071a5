"""Updating and deleting episodes: what changes with them, what stays, and what goes because it rests on nothing."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Any

import pytest
from support.graph_state import archive, links, rows, snapshot
from support.worlds import NOW, FixedEmbedder, make_memory, plain, plane

from memgraph_svc.errors import InvalidInputError, NotFoundError

if TYPE_CHECKING:
    from memgraph_svc.adapters.clock import FixedClock
    from memgraph_svc.graph.graph import Graph
    from memgraph_svc.services.memory import MemoryService
    from memgraph_svc.settings import Settings

ANN = {"subject": "Ann", "predicate": "owns", "object": "the mill", "confidence": 0.5}
BEN = {"subject": "Ben", "predicate": "owns", "object": "the barn"}


@pytest.fixture
def memory(graph: Graph, server: Settings, namespace: str, clock: FixedClock) -> MemoryService:
    embedder = FixedEmbedder({f"text {n}": plane(n) for n in range(0, 180, 10)}, threshold=0.9)
    memory = make_memory(graph, server, namespace, embedder=embedder, clock=clock)
    memory.episodes.insert_many(
        [
            plain("text 0", id="a", session="s", conversation="c", role="user", metadata={"k": 1}, importance=8),
            plain("text 10", id="b", session="s", facts=[ANN, BEN], entities=[{"name": "Cleo", "count": 3}]),
            plain("text 20", id="c", facts=[ANN], occurred_at=NOW - timedelta(days=1)),
            plain("text 90", id="d", caused_by=["a"]),
        ],
        namespace=namespace,
    )
    return memory


def kinds(state: dict[str, Any], *names: str) -> dict[str, Any]:
    return {key: value for key, value in state.items() if key.startswith(names)}


def test_new_content_is_embedded_linked_and_extracted_anew(
    memory: MemoryService, graph: Graph, namespace: str, clock: FixedClock
) -> None:
    assert set(links(graph, namespace)) == {("a", "b"), ("a", "c"), ("b", "c")}
    before = memory.episodes.get("b", namespace=namespace)
    clock.advance(timedelta(hours=2))
    report = memory.episodes.update(
        "b", {"content": "text 100", "facts": [ANN | {"confidence": 0.6}], "entities": ["Dov"]}, namespace=namespace
    )
    assert (report.updated, report.linked, report.facts, report.mentions) == (1, 1, 0, 3)
    after = memory.episodes.get("b", namespace=namespace)
    changed = {name for name, value in after if value != getattr(before, name)}
    assert changed == {"content", "note", "recorded_at"}
    assert after.note.keywords == ("Dov", "Ann", "the mill")
    assert set(links(graph, namespace)) == {("a", "c"), ("b", "d")}
    state = snapshot(graph, namespace)
    assert {key.removeprefix("Entity ") for key in kinds(state, "Entity")} == {"ann", "the mill", "dov"}
    (fact,) = rows(graph, "MATCH ()-[f:RELATES_TO {namespace: $n}]->() RETURN properties(f) AS f", n=namespace)
    assert (fact["f"]["sources"], fact["f"]["confidence"]) == (["b", "c"], pytest.approx(0.8))
    assert (fact["f"]["recorded_at_ms"], len(fact["f"]["embedding"])) == (int(NOW.timestamp() * 1000), 256)
    hits = memory.recall("text 100", mode="relevance", rank="relevance", limit=2).hits
    assert [(hit.id, round(hit.score, 4)) for hit in hits] == [("b", 1.0), ("d", 0.9848)]
    assert [hit.id for hit in memory.recall("10", mode="fulltext").hits] == []


def test_a_field_beside_the_text_changes_nothing_else(
    memory: MemoryService, graph: Graph, namespace: str, clock: FixedClock
) -> None:
    before, state = memory.episodes.get("b", namespace=namespace), snapshot(graph, namespace)
    clock.advance(timedelta(hours=2))
    changes = {"importance": 9, "metadata": {"x": None}, "role": "tool"}
    report = memory.episodes.update("b", changes, namespace=namespace)
    assert report.model_dump(exclude_defaults=True) == {"episode_ids": ("b",), "updated": 1}
    after, changed = memory.episodes.get("b", namespace=namespace), snapshot(graph, namespace)
    assert {name for name, value in after if value != getattr(before, name)} == {
        "importance", "metadata", "role", "note",
    }  # fmt: skip
    assert after.note.tags == ("message", "tool")
    assert {key for key in state if state[key] != changed.get(key)} == {"Episode b"}
    assert state.keys() == changed.keys()


def test_facts_and_names_of_an_unchanged_text_can_be_changed(
    memory: MemoryService, graph: Graph, namespace: str
) -> None:
    linked = links(graph, namespace)
    report = memory.episodes.update("b", {"facts": [BEN], "entities": []}, namespace=namespace)
    assert (report.facts, report.mentions) == (0, 2)
    assert links(graph, namespace) == linked
    found = rows(
        graph, "MATCH (s)-[f:RELATES_TO {namespace: $n}]->() RETURN s.name AS name, f.sources AS sources, "
        "f.confidence AS confidence, f.embedding IS NOT NULL AS embedded ORDER BY name", n=namespace,
    )  # fmt: skip
    assert [tuple(row.values()) for row in found] == [("Ann", ["c"], 0.5, True), ("Ben", ["b"], 1.0, True)]
    assert "Entity cleo" not in snapshot(graph, namespace)


def test_an_update_that_changes_nothing_is_reused(memory: MemoryService, graph: Graph, namespace: str) -> None:
    state = snapshot(graph, namespace)
    for change in ({}, {"importance": 8}, {"content": " text 0 ", "conversation": "c", "metadata": {"k": 1}}):
        report = memory.episodes.update("a", change, namespace=namespace)
        assert report.model_dump(exclude_defaults=True) == {"episode_ids": ("a",), "reused": 1}
    assert snapshot(graph, namespace) == state


def test_inserting_what_an_update_made_is_a_repeat(memory: MemoryService, namespace: str, clock: FixedClock) -> None:
    memory.episodes.update("d", {"importance": 2}, namespace=namespace)
    clock.advance(timedelta(hours=1))
    again = plain("text 90", id="d", caused_by=["a"], importance=2)
    assert memory.episodes.insert(again, namespace=namespace).reused == 1


def test_causes_and_times_can_be_changed(memory: MemoryService, graph: Graph, namespace: str) -> None:
    report = memory.episodes.update("d", {"caused_by": ["c", "nobody"]}, namespace=namespace)
    assert [r.field for r in report.refused] == ["caused_by"]
    assert set(kinds(snapshot(graph, namespace), "CAUSED_BY")) == {"CAUSED_BY d c"}
    report = memory.episodes.update("d", {"occurred_at": NOW - timedelta(days=2)}, namespace=namespace)
    assert len(report.refused) == 2  # the cause would be later than its effect now
    assert not kinds(snapshot(graph, namespace), "CAUSED_BY")
    assert memory.episodes.get("d", namespace=namespace).occurred_at == NOW - timedelta(days=2)


REFUSED: list[tuple[Any, str]] = [
    ({"id": "z"}, "id"), ({"episode_id": "b"}, "episode_id"), ({"session": "t"}, "session"),
    ({"session_id": None}, "session_id"), ({"turn": 9}, "turn"), ({"conversation": "other"}, "conversation"),
    ({"content": " "}, "content"), ({"content": None}, "content"), ({"importance": 0}, "importance"),
    ({"colour": "red"}, "colour"), ({"occurred_at": "2026-01-01T00:00:00"}, "occurred_at"), ("text", "changes"),
]  # fmt: skip


def test_a_refused_update_changes_nothing(memory: MemoryService, graph: Graph, namespace: str) -> None:
    state = snapshot(graph, namespace)
    for change, field in REFUSED:
        with pytest.raises(InvalidInputError) as caught:
            memory.episodes.update("a", change, namespace=namespace)
        assert caught.value.field == field
    assert snapshot(graph, namespace) == state


def test_an_archived_episode_stays_archived_and_unlinked(memory: MemoryService, graph: Graph, namespace: str) -> None:
    archive(graph, namespace, "a")
    assert memory.episodes.update("a", {"content": "text 20"}, namespace=namespace).linked == 0
    assert memory.episodes.get("a", namespace=namespace).archived
    assert set(links(graph, namespace)) == {("b", "c")}


def test_a_delete_takes_what_rests_on_it_alone(memory: MemoryService, graph: Graph, namespace: str) -> None:
    memory.temporal.add_node("Cleo", namespace=namespace)
    report = memory.episodes.delete("b", namespace=namespace)
    assert report.model_dump() == {"episodes": 1, "facts": 1, "entities": 2, "links": 2, "sessions": 0}
    state = snapshot(graph, namespace)
    assert {key.removeprefix("Entity ") for key in kinds(state, "Entity")} == {"ann", "the mill", "cleo"}
    (fact,) = rows(graph, "MATCH ()-[f:RELATES_TO {namespace: $n}]->() RETURN properties(f) AS f", n=namespace)
    assert (fact["f"]["sources"], fact["f"]["confidence"]) == (["c"], 0.5)
    assert set(links(graph, namespace)) == {("a", "c")}
    assert not [hit for hit in memory.recall("text 10", include_archived=True).hits if hit.id == "b"]
    for action in (memory.episodes.get, memory.episodes.delete):
        with pytest.raises(NotFoundError, match="'b'"):
            action("b", namespace=namespace)
    with pytest.raises(NotFoundError, match="'b'"):
        memory.episodes.update("b", {"importance": 3}, namespace=namespace)
    assert snapshot(graph, namespace) == state


def test_deleting_everything_leaves_nothing(memory: MemoryService, graph: Graph, namespace: str) -> None:
    for key in "dacb":
        memory.episodes.delete(key, namespace=namespace)
    assert snapshot(graph, namespace) == {}
    assert set(memory.stats().values()) == {0}


def test_a_crash_inside_a_change_leaves_everything_as_it_was(
    memory: MemoryService, graph: Graph, namespace: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    from memgraph_svc.repositories.entities import EntityRepository

    def crash(*_: Any, **__: Any) -> None:
        raise KeyboardInterrupt

    state = snapshot(graph, namespace)
    monkeypatch.setattr(EntityRepository, "delete_orphans", crash)
    with pytest.raises(KeyboardInterrupt):
        memory.episodes.delete("b", namespace=namespace)
    with pytest.raises(KeyboardInterrupt):
        memory.episodes.update("b", {"content": "text 50"}, namespace=namespace)
    assert snapshot(graph, namespace) == state
