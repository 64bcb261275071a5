"""What a write may not do silently: keep an impossible cause, drop what was asserted, ignore what contradicts."""

from __future__ import annotations

from concurrent.futures import Future, ThreadPoolExecutor, wait
from datetime import timedelta
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import pytest
from support.graph_state import rows, snapshot
from support.worlds import NOW, make_memory, plain

from memgraph_svc.domain.episode import EpisodeDraft
from memgraph_svc.errors import ConflictError, InvalidInputError
from memgraph_svc.repositories.entities import EntityRepository
from memgraph_svc.repositories.episodes import EpisodeRepository

if TYPE_CHECKING:
    from collections.abc import Iterator

    from memgraph_svc.graph.graph import Graph
    from memgraph_svc.services.memory import MemoryService
    from memgraph_svc.settings import Settings

OWNS = {"subject": "Ann", "predicate": "owns", "object": "the mill"}
ENDED = OWNS | {"valid_to": "2026-01-01T00:00:00Z"}
FUNCTIONAL = OWNS | {"functional": True}


def edges(graph: Graph, namespace: str, kind: str) -> set[str]:
    return {key.removeprefix(f"{kind} ") for key in snapshot(graph, namespace) if key.startswith(f"{kind} ")}


def fact_ends(graph: Graph, namespace: str) -> list[tuple[Any, ...]]:
    found = rows(
        graph, "MATCH ()-[f:RELATES_TO {namespace: $n}]->() RETURN f.valid_to IS NOT NULL AS ended, "
        "f.functional AS functional, f.sources AS sources ORDER BY f.predicate", n=namespace,
    )  # fmt: skip
    return [tuple(row.values()) for row in found]


def stating(key: str, *facts: dict[str, Any]) -> dict[str, Any]:
    return {"id": key, "content": f"note {key}", "entities": [], "facts": list(facts)}


def test_a_cause_that_moves_behind_its_effects_is_taken_from_them(
    memory: MemoryService, graph: Graph, namespace: str
) -> None:
    def at(days: int) -> str:
        return (NOW + timedelta(days=days)).isoformat()

    batch = [
        plain("root", id="root", occurred_at=at(0)),
        plain("cause", id="cause", occurred_at=at(0), caused_by=["root"]),
        plain("one", id="one", occurred_at=at(1), caused_by=["cause"]),
        plain("two", id="two", occurred_at=at(2), caused_by=["cause", "root"]),
        plain("three", id="three", occurred_at=at(3), caused_by=["cause"]),
    ]
    assert memory.episodes.insert_many(batch, namespace=namespace).refused == ()
    report = memory.episodes.update("cause", {"occurred_at": at(2)}, namespace=namespace)
    assert (report.updated, [(r.id, r.field, r.rule) for r in report.refused]) == (
        1, [("cause", "caused_by", "episode 'one' happened earlier now, and is not caused by this one any more")],
    )  # fmt: skip
    assert edges(graph, namespace, "CAUSED_BY") == {"cause root", "two cause", "two root", "three cause"}
    report = memory.episodes.update("cause", {"occurred_at": at(4)}, namespace=namespace)
    assert [r.rule.split("'")[1] for r in report.refused] == ["three", "two"]
    assert edges(graph, namespace, "CAUSED_BY") == {"cause root", "two root"}


def test_a_batch_makes_the_causes_that_single_inserts_make(graph: Graph, server: Settings, namespace: str) -> None:
    batch = [
        plain("a", id="a", caused_by=["b"]), plain("b", id="b", caused_by=["a"]),
        plain("c", id="c", caused_by=["b", "c", "d", "a"]), plain("d", id="d"), plain("e", id="e", caused_by=["d"]),
    ]  # fmt: skip
    together, single = namespace, f"{namespace}-2"
    report = make_memory(graph, server, together).episodes.insert_many(batch, namespace=together)
    alone = make_memory(graph, server, single).episodes
    refused = [(r.id, r.field, r.rule) for row in batch for r in alone.insert(row, namespace=single).refused]
    assert [(r.id, r.field, r.rule) for r in report.refused] == refused
    assert [(key, rule.split("'")[1]) for key, _, rule in refused] == [("a", "b"), ("c", "c"), ("c", "d")]
    wanted = {"b a", "c b", "c a", "e d"}
    assert edges(graph, together, "CAUSED_BY") == edges(graph, single, "CAUSED_BY") == wanted


def test_an_update_keeps_what_was_asserted_of_its_episode(memory: MemoryService, graph: Graph, namespace: str) -> None:
    memory.episodes.insert(plain("text", id="e", entities=[{"name": "Ann", "count": 3}, "Ben"]), namespace=namespace)
    for name in ("Ann", "Cleo"):
        memory.temporal.add_node(name, source_episode="e", namespace=namespace)
    changes = {"content": "other", "entities": [{"name": "Cleo", "count": 9}, "Dov"]}
    assert memory.episodes.update("e", changes, namespace=namespace).mentions == 1
    state = snapshot(graph, namespace)
    assert {key: found[0]["count"] for key, found in state.items() if key.startswith("MENTIONS")} == {
        "MENTIONS e ann": "3", "MENTIONS e cleo": "1", "MENTIONS e dov": "1",
    }  # fmt: skip
    assert {key for key in state if key.startswith("Entity")} == {"Entity ann", "Entity cleo", "Entity dov"}
    memory.episodes.delete("e", namespace=namespace)
    assert snapshot(graph, namespace) == {}


def test_a_stated_end_closes_a_fact_whichever_was_said_first(
    memory: MemoryService, graph: Graph, namespace: str
) -> None:
    for order in ([OWNS, ENDED], [ENDED, OWNS]):
        space = f"{namespace}-{order[0] is OWNS}"
        for key, fact in zip("ab", order, strict=True):
            assert memory.episodes.insert(stating(key, fact), namespace=space).refused == ()
        (fact,) = memory.temporal.facts("Ann", namespace=space, include_ended=True)
        assert (fact.valid_to and fact.valid_to.isoformat(), fact.sources) == ("2026-01-01T00:00:00+00:00", ("a", "b"))
        assert memory.temporal.facts("Ann", namespace=space) == []
    report = memory.episodes.update("a", {"facts": [FUNCTIONAL]}, namespace=space)
    assert (report.updated, report.refused) == (1, ())
    (fact,) = memory.temporal.facts("Ann", namespace=space, include_ended=True)
    assert (fact.functional, fact.sources) == (True, ("a", "b"))


def test_a_fact_stated_in_two_ways_by_a_batch_is_one(memory: MemoryService, graph: Graph, namespace: str) -> None:
    batch = [stating("a", ENDED), stating("b", OWNS), stating("c", ENDED, FUNCTIONAL), stating("d", ENDED, ENDED)]
    report = memory.episodes.insert_many(batch, namespace=namespace, atomic=True)
    assert (report.created, report.facts, report.refused) == (4, 1, ())
    assert fact_ends(graph, namespace) == [(True, True, ["a", "b", "c", "d"])]


def test_what_is_only_extracted_contradicts_nothing(memory: MemoryService, graph: Graph, namespace: str) -> None:
    text = "Ingrid Falkenberg works at Tidewick Parcel."
    memory.episodes.insert({"id": "a", "content": text}, namespace=namespace)
    found = rows(
        graph, "MATCH (s)-[f:RELATES_TO {namespace: $n}]->(o) RETURN s.name AS subject, f.predicate AS predicate, "
        "o.name AS object", n=namespace,
    )  # fmt: skip
    other = f"{namespace}-2"
    given = stating("given", *(row | {"valid_to": "2026-01-01T00:00:00Z"} for row in found))
    assert memory.episodes.insert(given, namespace=other).facts == len(found) > 0
    report = memory.episodes.insert({"id": "a", "content": text}, namespace=other)
    assert (report.created, report.facts, report.refused) == (1, 0, ())


def test_writers_that_delete_what_is_needed_are_given_up_on(
    memory: MemoryService, graph: Graph, namespace: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked_up: list[int] = []

    def all_known(_: EntityRepository, __: str, names: Any) -> set[str]:
        looked_up.append(1)
        return set(names)  # as if each was deleted between the look-up and the write

    with monkeypatch.context() as patch:
        patch.setattr(EntityRepository, "find_known", all_known)
        with pytest.raises(ConflictError, match="deleted by another writer") as caught:
            memory.episodes.insert(plain("text", id="e", entities=["Ann"]), namespace=namespace)
    assert caught.value.retryable
    assert len(looked_up) == 20
    assert snapshot(graph, namespace) == {}


def test_a_source_that_is_deleted_meanwhile_leaves_no_entity(
    memory: MemoryService, graph: Graph, namespace: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    memory.episodes.insert(plain("text", id="e"), namespace=namespace)
    look_up = EpisodeRepository.find_hashes
    deletes: list[Future[Any]] = []

    def delete_after_it(*args: Any) -> dict[str, str]:
        found = look_up(*args)
        deletes.append(pool.submit(memory.episodes.delete, "e", namespace=namespace))
        wait(deletes, timeout=0.5)  # the other writer has time to go first, if nothing holds it
        return found

    monkeypatch.setattr(EpisodeRepository, "find_hashes", delete_after_it)
    with ThreadPoolExecutor(1) as pool:
        memory.temporal.add_node("Ann", source_episode="e", namespace=namespace)
    assert [delete.result().entities for delete in deletes] == [1]
    assert snapshot(graph, namespace) == {}


def test_what_is_no_list_of_episodes_is_refused(memory: MemoryService, graph: Graph, namespace: str) -> None:
    draft = EpisodeDraft(content="text")
    for rows_given in ("abc", b"abc", {"content": "text"}, {}, "", draft, 3, None):
        with pytest.raises(InvalidInputError, match="must be a list of episodes") as caught:
            memory.episodes.insert_many(rows_given, namespace=namespace)  # pyright: ignore[reportArgumentType]
        assert caught.value.field == "episodes"
    for ids in ("abc", b"abc", {"abc": 1}, ""):
        with pytest.raises(InvalidInputError, match="must be a list of ids") as caught:
            memory.zettelkasten.batch_link(ids, namespace=namespace)  # pyright: ignore[reportArgumentType]
        assert caught.value.field == "episode_ids"
    assert snapshot(graph, namespace) == {}


def test_a_row_that_is_no_object_spoils_only_itself(memory: MemoryService, namespace: str) -> None:
    def given() -> Iterator[Any]:
        yield from ("text", 3, None, ["content"], MappingProxyType(plain("kept", id="kept")))

    report = memory.episodes.insert_many(given(), namespace=namespace)
    assert report.episode_ids == ("kept",)
    assert [(r.line, r.id, r.field) for r in report.refused] == [(line, None, "episode") for line in range(1, 5)]
    with pytest.raises(InvalidInputError) as caught:
        memory.episodes.insert(3, namespace=namespace)  # pyright: ignore[reportArgumentType]
    assert caught.value.field == "episode"


def test_a_repeat_completes_the_causes_that_were_not_stored_yet(memory: MemoryService, namespace: str) -> None:
    effect = {"id": "b", "content": "The queue filled up", "caused_by": ["a"], "occurred_at": "2026-03-02T00:00:00Z"}
    first = memory.episodes.insert_many([effect], namespace=namespace)
    again = memory.episodes.insert_many([effect], namespace=namespace)
    assert [(r.field, r.id) for r in first.refused] == [(r.field, r.id) for r in again.refused] == [("caused_by", "b")]
    memory.episodes.insert(
        {"id": "a", "content": "The worker died", "occurred_at": "2026-03-01T00:00:00Z"}, namespace=namespace
    )
    done = memory.episodes.insert_many([effect], namespace=namespace)
    assert (done.reused, done.refused) == (1, ())
    assert memory.stats(namespace=namespace)["caused_by"] == 1
