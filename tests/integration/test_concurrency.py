"""Writers at the same time: nothing is lost, doubled or deadlocked, and the repair pass makes the links exact."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

import pytest
from neo4j.exceptions import SessionExpired
from support.graph_state import chain, links, rows, snapshot
from support.worlds import FixedEmbedder, make_memory, plain, plane
from support.writers import at_once, retries

from memgraph_svc.errors import ConflictError, NotFoundError
from memgraph_svc.scoring.similarity import pairs_by_link_rule
from memgraph_svc.services.linker import Linker

if TYPE_CHECKING:
    from collections.abc import Callable

    from memgraph_svc.graph.graph import Graph
    from memgraph_svc.services.memory import MemoryService
    from memgraph_svc.settings import Settings

WRITERS = 8
HOT = ("Ann", "Ben", "Cleo", "Dov", "Eve", "Finn")


def test_a_retry_would_be_noticed(graph: Graph) -> None:
    attempts: list[int] = []

    def fail_once(_: Any) -> None:
        attempts.append(1)
        if len(attempts) == 1:
            raise SessionExpired

    with retries() as told, graph.driver.session(database=graph.database) as session:
        session.execute_write(fail_once)
    assert len(told) == 1


def test_writers_that_share_names_and_sessions_lose_nothing(graph: Graph, server: Settings, namespace: str) -> None:
    chance = random.Random(3)
    embedder = FixedEmbedder({f"text {n}": plane(n * 7 % 360) for n in range(96)}, threshold=0.95)
    memory = make_memory(graph, server, namespace, embedder=embedder)
    batch: list[dict[str, Any]] = []
    for number in range(96):
        names = chance.sample(HOT, 4)
        facts = [{"subject": names[0], "predicate": "knows", "object": names[1], "confidence": 0.5},
                 {"subject": names[3], "predicate": "helps", "object": names[2]}]  # fmt: skip
        batch.append({"id": f"e{number:02d}", "content": f"text {number}", "entities": names, "facts": facts,
                      "session": f"s{number % 3}"})  # fmt: skip
    shares = [batch[writer::WRITERS] for writer in range(WRITERS)]

    def write(share: list[dict[str, Any]]) -> int:
        single, rest = share[:6], [share[6:9], share[9:]]
        created = sum(memory.episodes.insert(row, namespace=namespace).created for row in single)
        return created + sum(memory.episodes.insert_many(part, namespace=namespace).created for part in rest)

    with retries() as told:
        created = at_once([lambda share=share: write(share) for share in shares])
    assert sum(created) == len(batch)
    assert told == []
    state = snapshot(graph, namespace)
    assert all(len(found) == 1 for found in state.values())
    wanted = {f"Episode {row['id']}" for row in batch} | {f"Entity {name.lower()}" for name in HOT}
    wanted |= {f"MENTIONS {row['id']} {name.lower()}" for row in batch for name in row["entities"]}
    assert {key for key in state if key.split()[0] in {"Episode", "Entity", "MENTIONS"}} == wanted
    for session in ("s0", "s1", "s2"):
        turns = chain(graph, namespace, session)
        assert [turn for _, turn in turns] == list(range(1, 33))
        assert sorted(key for key, _ in turns) == [row["id"] for row in batch if row["session"] == session]
    stated: dict[tuple[str, str, str], set[str]] = {}
    for row in batch:
        for fact in row["facts"]:
            stated.setdefault((fact["subject"], fact["predicate"], fact["object"]), set()).add(row["id"])
    found = rows(
        graph, "MATCH (s)-[f:RELATES_TO {namespace: $n}]->(o) RETURN s.name AS s, f.predicate AS p, o.name AS o, "
        "f.sources AS sources, f.confidence AS confidence", n=namespace,
    )  # fmt: skip
    assert {(row["s"], row["p"], row["o"]): set(row["sources"]) for row in found} == stated
    assert all(len(row["sources"]) == len(set(row["sources"])) for row in found)
    for row in found:
        doubt = 0.5 ** len(row["sources"]) if row["p"] == "knows" else 0.0
        assert row["confidence"] == pytest.approx(1 - doubt)
    memory.zettelkasten.batch_link(namespace=namespace)
    ids = [row["id"] for row in batch]
    vectors = embedder.embed_documents([row["content"] for row in batch])
    exact = {(ids[a], ids[b]) for a, b, _ in pairs_by_link_rule(ids, vectors, 5, 0.95)}
    assert set(links(graph, namespace)) == exact


def test_the_same_episode_from_all_writers_is_created_once(memory: MemoryService, graph: Graph, namespace: str) -> None:
    for row in (plain("same", id="same", session="s", entities=["Ann"]), plain("made id"), plain("b", id="b", turn=1)):
        reports = at_once([lambda row=row: memory.episodes.insert(row, namespace=namespace)] * WRITERS)
        assert sorted(report.created for report in reports) == [0] * (WRITERS - 1) + [1]
        assert sum(report.reused for report in reports) == WRITERS - 1
        assert len({report.episode_ids for report in reports}) == 1
    batches = [[plain(f"row {n}", id=f"row-{n}") for n in range(start, start + 6)] for start in range(0, 8, 2)]
    reports = at_once([lambda part=part: memory.episodes.insert_many(part, namespace=namespace) for part in batches])
    assert sum(report.created for report in reports) == 12
    assert all(report.created + report.reused == 6 and not report.refused for report in reports)
    assert memory.stats()["episodes"] == 15
    assert all(len(found) == 1 for found in snapshot(graph, namespace).values())


@pytest.mark.timeout(120)
def test_of_many_contents_under_one_id_one_wins_and_the_others_are_told(memory: MemoryService, namespace: str) -> None:
    """Many times: that a failed transaction disturbs no connection of the others would be a matter of luck."""

    def write(key: str, number: int) -> bool:
        try:
            return memory.episodes.insert(plain(f"content {number}", id=key), namespace=namespace).created == 1
        except ConflictError:
            return False

    for key in (f"x{number}" for number in range(15)):
        won = at_once([lambda n=n: write(key, n) for n in range(WRITERS)])  # noqa: B023  # awaited in the same round
        assert won.count(True) == 1
        assert memory.episodes.get(key, namespace=namespace).content == f"content {won.index(True)}"


def test_of_writers_of_one_turn_one_wins(memory: MemoryService, graph: Graph, namespace: str) -> None:
    def write(number: int) -> str:
        row = plain("text", id=f"t{number}", session="s", turn=5)
        try:
            return memory.episodes.insert(row, namespace=namespace).episode_ids[0]
        except ConflictError as error:
            return str(error)

    told = at_once([lambda n=n: write(n) for n in range(WRITERS)])
    (winner,) = (key for key in told if key.startswith("t") and " " not in key)
    assert sorted(told) == sorted([winner, *["turn: turn 5 of the session is taken"] * (WRITERS - 1)])
    assert chain(graph, namespace, "s") == [(winner, 5)]


def test_a_name_that_goes_between_looking_and_writing_gets_its_vector_anew(
    memory: MemoryService, graph: Graph, namespace: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    fact = {"subject": "Ann", "predicate": "knows", "object": "Ben"}
    memory.episodes.insert(plain("first", id="first", facts=[fact]), namespace=namespace)
    original = Linker.links_of

    def overtaken(self: Linker, *args: Any) -> Any:
        monkeypatch.undo()
        memory.episodes.delete("first", namespace=namespace)  # by another writer, after the second was prepared
        return original(self, *args)

    monkeypatch.setattr(Linker, "links_of", overtaken)
    report = memory.episodes.insert(plain("second", id="second", facts=[fact]), namespace=namespace)
    assert (report.created, report.facts, report.mentions) == (1, 1, 2)
    (stored,) = rows(
        graph, "MATCH (s)-[f:RELATES_TO {namespace: $n}]->(o) RETURN size(s.embedding) AS s, size(f.embedding) AS f, "
        "size(o.embedding) AS o, f.sources AS sources", n=namespace,
    )  # fmt: skip
    assert stored == {"s": 256, "f": 256, "o": 256, "sources": ["second"]}


def test_updates_of_different_fields_are_all_kept(memory: MemoryService, graph: Graph, namespace: str) -> None:
    memory.episodes.insert(plain("before", id="e", entities=["Old"]), namespace=namespace)
    changes: list[dict[str, Any]] = [
        {"content": "after"}, {"importance": 9}, {"role": "tool"}, {"metadata": {"k": 1}}, {"entities": ["New"]},
    ]  # fmt: skip
    at_once([lambda change=change: memory.episodes.update("e", change, namespace=namespace) for change in changes])
    episode = memory.episodes.get("e", namespace=namespace)
    assert (episode.content, episode.importance, episode.role, episode.metadata) == ("after", 9, "tool", {"k": 1})
    assert {key for key in snapshot(graph, namespace) if key.startswith(("Entity", "MENTIONS"))} == {
        "Entity new", "MENTIONS e new",
    }  # fmt: skip


def test_inserts_updates_and_deletes_together_leave_a_sound_graph(
    memory: MemoryService, graph: Graph, namespace: str
) -> None:
    fact = {"subject": "Ann", "predicate": "knows", "object": "Ben"}

    def note(key: str, number: int) -> dict[str, Any]:
        names = ["Ann", f"Own {number}"]
        return plain(f"{key} note {number}", id=f"{key}{number}", session="s", entities=names, facts=[fact])

    memory.episodes.insert_many([note("old", n) for n in range(8)], namespace=namespace)

    def delete(number: int) -> None:
        try:
            memory.episodes.delete(f"old{number}", namespace=namespace)
        except NotFoundError:
            assert number == 0  # deleted twice

    actions: list[Callable[[], Any]] = [lambda n=n: delete(n) for n in (0, 0, 2, 4)]
    actions += [lambda n=n: memory.episodes.insert(note("new", n), namespace=namespace) for n in range(4)]
    actions += [
        lambda n=n: memory.episodes.update(f"old{n}", {"content": f"changed {n}"}, namespace=namespace) for n in (1, 3)
    ]
    at_once(actions)
    left = {*(f"old{n}" for n in (1, 3, 5, 6, 7)), *(f"new{n}" for n in range(4))}
    assert {key for key, _ in chain(graph, namespace, "s")} == left
    (found,) = rows(graph, "MATCH ()-[f:RELATES_TO {namespace: $n}]->() RETURN properties(f) AS f", n=namespace)
    assert set(found["f"]["sources"]) == left
    assert len(found["f"]["embedding"]) == 256
    query = "MATCH (x:Entity {namespace: $n}) WHERE x.embedding IS NULL OR NOT (x)<-[:MENTIONS]-() RETURN x.name"
    assert rows(graph, query, n=namespace) == []
