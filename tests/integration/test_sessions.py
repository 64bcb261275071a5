"""Turns of a session and the chain between them, as inserts and deletes leave them."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

import pytest
from support.graph_state import chain, rows, snapshot
from support.worlds import make_memory, plain

from memgraph_svc.errors import ConflictError, InvalidInputError

if TYPE_CHECKING:
    from memgraph_svc.graph.graph import Graph
    from memgraph_svc.services.memory import MemoryService
    from memgraph_svc.settings import Settings


def turn(key: str, number: int | None = None, session: str = "s", **fields: Any) -> dict[str, Any]:
    return plain(f"what {key} says", id=key, session=session, **({} if number is None else {"turn": number}), **fields)


def test_turns_that_are_not_given_count_from_one(memory: MemoryService, graph: Graph, namespace: str) -> None:
    memory.episodes.insert(turn("a"), namespace=namespace)
    memory.episodes.insert_many([turn("c"), turn("b"), turn("d", 7), turn("e")], namespace=namespace)
    memory.episodes.insert(turn("f"), namespace=namespace)
    assert chain(graph, namespace, "s") == [("a", 1), ("c", 2), ("b", 3), ("d", 7), ("e", 8), ("f", 9)]
    (next_,) = rows(
        graph, "MATCH (:Episode {namespace: $n, episode_id: 'b'})-[r:NEXT]->() RETURN properties(r) AS r", n=namespace
    )
    assert next_["r"] == {"namespace": namespace, "turn": 7}


def test_turn_nought_is_a_turn(memory: MemoryService, graph: Graph, namespace: str) -> None:
    memory.episodes.insert(turn("zero", 0), namespace=namespace)
    memory.episodes.insert(turn("one"), namespace=namespace)
    assert chain(graph, namespace, "s") == [("zero", 0), ("one", 1)]


def test_a_taken_turn_is_refused(memory: MemoryService, graph: Graph, namespace: str) -> None:
    memory.episodes.insert(turn("a", 2), namespace=namespace)
    state = snapshot(graph, namespace)
    with pytest.raises(ConflictError, match="turn: turn 2 of the session is taken"):
        memory.episodes.insert(turn("b", 2), namespace=namespace)
    assert snapshot(graph, namespace) == state
    report = memory.episodes.insert_many([turn("c"), turn("d", 3), turn("e", 2), turn("f", 1)], namespace=namespace)
    assert report.episode_ids == ("c", "f")
    assert [(r.id, r.rule) for r in report.refused] == [
        ("d", "turn 3 of the session is taken"), ("e", "turn 2 of the session is taken"),
    ]  # fmt: skip
    assert chain(graph, namespace, "s") == [("f", 1), ("a", 2), ("c", 3)]
    memory.episodes.insert(turn("b", 2, session="other"), namespace=namespace)
    assert chain(graph, namespace, "other") == [("b", 2)]


@pytest.mark.parametrize("seed", range(3))
def test_late_turns_are_spliced_in_wherever_they_belong(
    memory: MemoryService, graph: Graph, namespace: str, seed: int
) -> None:
    chance = random.Random(seed)
    wanted = {session: sorted(chance.sample(range(30), 9)) for session in ("s1", "s2")}
    pending = [turn(f"{session}-{n}", n, session) for session, numbers in wanted.items() for n in numbers]
    chance.shuffle(pending)
    while pending:
        size = chance.randint(1, 6)
        batch, pending = pending[:size], pending[size:]
        assert memory.episodes.insert_many(batch, namespace=namespace).created == len(batch)
        for session in wanted:
            chain(graph, namespace, session)
    for session, numbers in wanted.items():
        assert chain(graph, namespace, session) == [(f"{session}-{n}", n) for n in numbers]


def test_a_session_belongs_to_one_conversation(memory: MemoryService, graph: Graph, namespace: str) -> None:
    memory.episodes.insert(turn("a"), namespace=namespace)
    memory.episodes.insert(turn("b", conversation="talk"), namespace=namespace)
    memory.episodes.insert(turn("c"), namespace=namespace)
    with pytest.raises(InvalidInputError, match="conversation: the session belongs to another conversation"):
        memory.episodes.insert(turn("d", conversation="chat"), namespace=namespace)
    assert [key for key, _ in chain(graph, namespace, "s")] == ["a", "b", "c"]
    (session,) = rows(graph, "MATCH (s:Session {namespace: $n}) RETURN properties(s) AS s", n=namespace)
    assert (session["s"]["conversation_id"], session["s"]["last_turn"]) == ("talk", 3)


def test_a_batch_gives_what_single_inserts_give(graph: Graph, server: Settings, namespace: str) -> None:
    batch = [
        turn("a"), turn("b", conversation="talk"), turn("c", conversation="chat"), turn("d", 2), turn("e", 9),
        turn("f", session="s2", conversation="talk"), turn("g", 1, session="s2", conversation="chat"), turn("h", 4),
        turn("i", 9, session="s2", conversation="talk"), turn("j"),
    ]  # fmt: skip
    spaces = (namespace, f"{namespace}-2")
    services = [make_memory(graph, server, space) for space in spaces]
    together = services[0].episodes.insert_many(batch, namespace=spaces[0])
    landed: list[str] = []
    refused: list[str] = []
    for row in batch:
        try:
            landed += services[1].episodes.insert(row, namespace=spaces[1]).episode_ids
        except (ConflictError, InvalidInputError):
            refused.append(row["id"])
    assert (together.episode_ids, [r.id for r in together.refused]) == (tuple(landed), refused)
    for session in ("s", "s2"):
        assert chain(graph, spaces[0], session) == chain(graph, spaces[1], session)
    talks = [[service.episodes.get(key, namespace=space).conversation_id for key in landed]
             for service, space in zip(services, spaces, strict=True)]  # fmt: skip
    assert talks[0] == talks[1]
    assert dict(zip(landed, talks[0], strict=True)) == dict.fromkeys(landed, "talk") | {"a": None}
    query = "MATCH (s:Session {namespace: $n}) RETURN s.session_id AS id, s.conversation_id AS c, s.last_turn AS t"
    assert rows(graph, f"{query} ORDER BY id", n=spaces[0]) == rows(graph, f"{query} ORDER BY id", n=spaces[1])


def test_an_episode_is_of_the_conversation_that_its_session_is_known_to_be_of(
    memory: MemoryService, graph: Graph, namespace: str
) -> None:
    def found() -> set[str]:
        return {hit.id for hit in memory.recall("says", mode="fulltext", conversation_id="talk").hits}

    memory.episodes.insert_many([turn("a"), turn("b", conversation="talk"), turn("c")], namespace=namespace)
    memory.episodes.insert(turn("d"), namespace=namespace)
    assert found() == {"b", "c", "d"}  # what was there before the session had a name stays without it
    state = snapshot(graph, namespace)
    for row in (turn("c"), turn("d")):
        assert memory.episodes.insert(row, namespace=namespace).reused == 1
    for change in ({"conversation": "talk"}, {"conversation": None}):
        assert memory.episodes.update("d", change, namespace=namespace).reused == 1
    assert snapshot(graph, namespace) == state
    with pytest.raises(InvalidInputError, match="conversation: cannot be changed"):
        memory.episodes.update("d", {"conversation": "chat"}, namespace=namespace)
    memory.episodes.update("d", {"importance": 9, "conversation": "talk"}, namespace=namespace)
    assert found() == {"b", "c", "d"}
    assert memory.episodes.insert(turn("d", importance=9), namespace=namespace).reused == 1


def test_a_refused_row_does_not_decide_the_conversation_of_a_session(memory: MemoryService, namespace: str) -> None:
    memory.episodes.insert(turn("a", 1), namespace=namespace)
    report = memory.episodes.insert_many([turn("b", 1, conversation="talk")], namespace=namespace)
    assert (report.created, report.refused[0].field) == (0, "turn")
    assert memory.episodes.insert(turn("c", conversation="chat"), namespace=namespace).created == 1


def test_a_deleted_turn_closes_the_chain_and_the_last_one_takes_the_session(
    memory: MemoryService, graph: Graph, namespace: str
) -> None:
    memory.episodes.insert_many([turn(key) for key in "abcd"], namespace=namespace)
    assert memory.episodes.delete("b", namespace=namespace).sessions == 0
    assert chain(graph, namespace, "s") == [("a", 1), ("c", 3), ("d", 4)]
    memory.episodes.delete("d", namespace=namespace)
    memory.episodes.insert(turn("e"), namespace=namespace)
    assert chain(graph, namespace, "s") == [("a", 1), ("c", 3), ("e", 5)]
    memory.episodes.insert(turn("f", 2), namespace=namespace)
    assert chain(graph, namespace, "s") == [("a", 1), ("f", 2), ("c", 3), ("e", 5)]
    reports = [memory.episodes.delete(key, namespace=namespace).sessions for key in "afce"]
    assert reports == [0, 0, 0, 1]
    assert snapshot(graph, namespace) == {}
    memory.episodes.insert(turn("g"), namespace=namespace)
    assert chain(graph, namespace, "s") == [("g", 1)]


def test_without_a_session_there_is_no_turn(memory: MemoryService, graph: Graph, namespace: str) -> None:
    memory.episodes.insert_many([plain("one", id="a", turn=3), plain("two", id="b")], namespace=namespace)
    assert memory.episodes.get("a", namespace=namespace).turn is None
    assert memory.stats()["sessions"] == 0
    assert not any(key.startswith("NEXT") for key in snapshot(graph, namespace))
