"""Inserting episodes: what lands, what is reused, what is refused, and that nothing lands by halves."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Any

import pytest
from support.graph_state import rows, snapshot
from support.worlds import NOW, make_memory, plain

from memgraph_svc.domain.episode import EpisodeDraft
from memgraph_svc.errors import ConflictError, InvalidInputError, NotFoundError
from memgraph_svc.graph.graph import Graph
from memgraph_svc.repositories.claims import ClaimRepository
from memgraph_svc.repositories.entities import EntityRepository
from memgraph_svc.repositories.facts import FactRepository
from memgraph_svc.repositories.links import LinkRepository

if TYPE_CHECKING:
    from collections.abc import Callable

    from memgraph_svc.adapters.clock import FixedClock
    from memgraph_svc.services.memory import MemoryService
    from memgraph_svc.settings import Settings

FULL: dict[str, Any] = {
    "id": "full",
    "content": "  Ingrid moved the parcel service to Gdynia.  ",
    "kind": "tool_result",
    "role": "deploy",
    "session": "s1",
    "conversation": "c1",
    "turn": 4,
    "occurred_at": "2026-03-02T09:30:00.1234+01:00",
    "importance": 7.5,
    "entities": [{"name": "Ingrid", "type": "person", "count": 2}, "Parcel-Service"],
    "facts": [{"subject": "parcel service", "predicate": "runs in", "object": "Gdynia", "confidence": 0.8}],
    "metadata": {"a": [1, 2.5, None, {"b": "ü"}], "big": 2**70},
}


def facts(graph: Graph, namespace: str) -> dict[str, dict[str, Any]]:
    found = rows(
        graph,
        "MATCH (s:Entity)-[f:RELATES_TO]->(o) WHERE f.namespace = $n AND f.fact_id IS NOT NULL "
        "RETURN s.name + ' ' + f.predicate + ' ' + o.name AS text, f.sources AS sources, f.confidence AS confidence, "
        "f.embedding IS NOT NULL AS embedded",
        n=namespace,
    )
    return {row.pop("text"): row for row in found}


def test_what_is_given_is_stored_and_counted(memory: MemoryService, graph: Graph, namespace: str) -> None:
    report = memory.episodes.insert(FULL, namespace=namespace)
    assert report.model_dump() == {
        "episode_ids": ("full",), "created": 1, "reused": 0, "updated": 0, "linked": 0, "facts": 1, "ended": 0,
        "contradicted": 0,
        "mentions": 3, "refused": (),
    }  # fmt: skip
    episode = memory.episodes.get("full", namespace=namespace)
    assert episode.content == "Ingrid moved the parcel service to Gdynia."
    assert (episode.kind, episode.role, episode.session_id, episode.conversation_id, episode.turn) == (
        "tool_result", "deploy", "s1", "c1", 4,
    )  # fmt: skip
    assert episode.occurred_at.isoformat() == "2026-03-02T08:30:00.123000+00:00"
    assert (episode.recorded_at, episode.importance, episode.metadata) == (NOW, 7.5, FULL["metadata"])
    assert (episode.uses, episode.archived, episode.embedding_model) == (0, False, "hashing-256")
    assert episode.note.keywords == ("Ingrid", "Parcel-Service", "Gdynia")
    mentioned = rows(
        graph,
        "MATCH (:Episode {namespace: $n, episode_id: 'full'})-[m:MENTIONS]->(e) "
        "RETURN e.canonical_name AS name, e.type AS type, m.count AS count, e.embedding IS NOT NULL AS embedded",
        n=namespace,
    )
    assert sorted((row["name"], row["type"], row["count"], row["embedded"]) for row in mentioned) == [
        ("gdynia", "entity", 1, True), ("ingrid", "person", 2, True), ("parcel service", "entity", 1, True),
    ]  # fmt: skip
    assert facts(graph, namespace) == {
        "Parcel-Service runs in Gdynia": {"sources": ["full"], "confidence": 0.8, "embedded": True}
    }
    assert memory.stats() == {
        "episodes": 1, "entities": 3, "facts": 1, "similar_to": 0, "caused_by": 0, "gists": 0, "sessions": 1,
    }  # fmt: skip


def test_without_entities_and_facts_they_are_extracted(memory: MemoryService, namespace: str) -> None:
    report = memory.episodes.insert("Ingrid Falkenberg works at Tidewick Parcel.", namespace=namespace)
    assert report.mentions >= 2
    assert report.facts >= 1
    names = {entity.name for entity in memory.ppr.extract_query_entities("Ingrid Falkenberg?", namespace=namespace)}
    assert "Ingrid Falkenberg" in names


def test_an_identical_repeat_changes_nothing_and_says_so(
    memory: MemoryService, graph: Graph, namespace: str, clock: FixedClock
) -> None:
    for row in (FULL, plain("no id and no time"), plain("a session", session="s2")):
        first = memory.episodes.insert(row, namespace=namespace)
        state = snapshot(graph, namespace)
        clock.advance(timedelta(hours=1))
        again = memory.episodes.insert(row, namespace=namespace)
        assert again.model_dump(exclude_defaults=True) == {"episode_ids": first.episode_ids, "reused": 1}
        assert snapshot(graph, namespace) == state
    assert memory.episodes.get(first.episode_ids[0], namespace=namespace).occurred_at == NOW + timedelta(hours=2)


def test_an_id_is_made_of_what_was_given(memory: MemoryService, namespace: str) -> None:
    row = plain("told twice", occurred_at=NOW, role="user")
    (key,) = memory.episodes.insert(row, namespace=namespace).episode_ids
    assert EpisodeDraft.model_validate(row).identity(namespace) == key
    changes = ({"role": "assistant"}, {"occurred_at": NOW + timedelta(seconds=1)}, {"kind": "document"})
    report = memory.episodes.insert_many([row, *(row | change for change in changes)], namespace=namespace)
    assert (report.created, report.reused) == (3, 1)
    assert len({*report.episode_ids}) == 4
    assert memory.episodes.insert(row, namespace=f"{namespace}-2").episode_ids != (key,)


def test_another_content_under_the_same_id_is_refused(memory: MemoryService, graph: Graph, namespace: str) -> None:
    memory.episodes.insert(FULL, namespace=namespace)
    state = snapshot(graph, namespace)
    for change in ({"content": "else"}, {"importance": 7}, {"facts": []}, {"metadata": {}}, {"caused_by": ["x"]}):
        with pytest.raises(ConflictError, match="another episode is stored under this id; use update"):
            memory.episodes.insert(FULL | change, namespace=namespace)
    report = memory.episodes.insert_many([FULL, FULL | {"role": "x"}], namespace=namespace)
    assert (report.reused, report.refused[0].line, report.refused[0].field) == (1, 2, "id")
    with pytest.raises(ConflictError):
        memory.episodes.insert_many([FULL, FULL | {"role": "x"}], namespace=namespace, atomic=True)
    assert snapshot(graph, namespace) == state


def test_a_bad_row_spoils_only_itself(memory: MemoryService, namespace: str) -> None:
    batch: list[Any] = [
        plain("one", id="r1", session="s", turn=1),
        plain(" ", id="r2"),
        plain("three", id="r3", session="s", turn=1),
        "not a row",
        plain("five", id="r5", colour="red"),
        plain("six", id="r6", caused_by=["r1", "nobody"]),
        plain("one", id="r1", session="s", turn=1),
        plain("three", id="r3", session="s", turn=1),
        plain("nine", id="r9", session="s"),
    ]
    told: list[tuple[int, int]] = []
    report = memory.episodes.insert_many(
        batch, namespace=namespace, first_line=10, progress=lambda *step: told.append(step)
    )
    assert report.episode_ids == ("r1", "r6", "r1", "r9")
    assert (report.created, report.reused) == (3, 1)
    assert [(r.line, r.id, r.field) for r in report.refused] == [
        (11, "r2", "content"), (13, None, "episode"), (14, "r5", "colour"), (12, "r3", "turn"),
        (15, "r6", "caused_by"), (17, "r3", "turn"),
    ]  # fmt: skip
    assert told == [(6, 6)]
    assert memory.stats()["episodes"] == 3
    with pytest.raises(NotFoundError):
        memory.episodes.get("r3", namespace=namespace)


def test_all_or_nothing_takes_the_first_refused_row_as_the_error(
    memory: MemoryService, graph: Graph, namespace: str
) -> None:
    good = plain("good", id="g", session="s", turn=3)
    for bad, error in (
        (plain("bad", importance=11), InvalidInputError),
        (plain("bad", session="s", turn=3), ConflictError),
        (good | {"content": "other"}, ConflictError),
    ):
        with pytest.raises(error):
            memory.episodes.insert_many([good, bad], namespace=namespace, atomic=True)
        assert snapshot(graph, namespace) == {}
    report = memory.episodes.insert_many([good, good, plain("part", caused_by=["x"])], namespace=namespace, atomic=True)
    assert (report.created, report.reused, len(report.refused)) == (2, 1, 1)


def test_a_fact_that_leads_nowhere_is_refused_while_the_episode_lands(memory: MemoryService, namespace: str) -> None:
    loop = {"subject": "C++", "predicate": "is", "object": "c++."}
    good = {"subject": "C++", "predicate": "is", "object": "C"}
    report = memory.episodes.insert({"content": "About C.", "entities": [], "facts": [loop, good]}, namespace=namespace)
    assert (report.created, report.facts, report.mentions) == (1, 1, 2)
    assert [(r.field, r.rule) for r in report.refused] == [("facts", "subject and object must be different entities")]


def test_the_same_fact_again_unites_its_sources(memory: MemoryService, graph: Graph, namespace: str) -> None:
    def stating(key: str, confidence: float, **fields: Any) -> dict[str, Any]:
        fact = {"subject": "Jonas", "predicate": "leads", "object": "Kestrel", "confidence": confidence} | fields
        return {"id": key, "content": f"Note {key}.", "entities": [], "facts": [fact, fact]}

    batch = [stating("a", 0.5), stating("b", 0.6), stating("c", 0.5, valid_from="2026-01-01T00:00:00Z")]
    assert memory.episodes.insert_many(batch, namespace=namespace).facts == 1
    assert memory.episodes.insert(stating("d", 0.5, subject="jonas"), namespace=namespace).facts == 0
    kept = {tuple(f["sources"]): f["confidence"] for f in stated(graph, namespace)}
    # an overlapping period of the same fact is the same period
    assert kept == {("a", "b", "c", "d"): pytest.approx(0.95)}


def stated(graph: Graph, namespace: str) -> list[dict[str, Any]]:
    query = "MATCH ()-[f:RELATES_TO]->() WHERE f.namespace = $n AND f.fact_id IS NOT NULL RETURN properties(f) AS f"
    return [row["f"] for row in rows(graph, query, n=namespace)]


def test_causes_must_exist_and_not_be_later(memory: MemoryService, graph: Graph, namespace: str) -> None:
    early, late = (NOW - timedelta(days=1)).isoformat(), (NOW + timedelta(days=1)).isoformat()
    batch = [
        plain("cause", id="cause", occurred_at=early),
        plain("later", id="later", occurred_at=late),
        plain("effect", id="effect", caused_by=["cause", "later", "nobody", "effect", "cause"]),
    ]
    report = memory.episodes.insert_many(batch, namespace=namespace)
    assert report.created == 3
    assert [(r.id, r.field, r.rule.split("'")[1]) for r in report.refused] == [
        ("effect", "caused_by", cause) for cause in ("later", "nobody", "effect")
    ]
    (cause,) = rows(
        graph, "MATCH (a:Episode {namespace: $n})-[c:CAUSED_BY]->(b) RETURN b.episode_id AS id, properties(c) AS c",
        n=namespace,
    )  # fmt: skip
    assert (cause["id"], cause["c"]["kind"], cause["c"]["confidence"]) == ("cause", "asserted", 0.9)
    assert memory.stats()["caused_by"] == 1


BREAKS: list[tuple[type, str]] = [
    (EntityRepository, "mention"), (ClaimRepository, "create"), (FactRepository, "create"), (LinkRepository, "create"),
]  # fmt: skip


@pytest.mark.parametrize("broken", BREAKS)
def test_a_crash_inside_the_write_leaves_nothing(
    memory: MemoryService, graph: Graph, namespace: str, monkeypatch: pytest.MonkeyPatch, broken: tuple[type, str]
) -> None:
    repository, method = broken
    memory.episodes.insert(FULL, namespace=namespace)
    state = snapshot(graph, namespace)
    original: Callable[..., Any] = getattr(repository, method)

    def crash(*args: Any, **options: Any) -> None:
        original(*args, **options)
        raise KeyboardInterrupt

    batch = [FULL | {"id": f"n{turn}", "turn": turn, "caused_by": ["full"]} for turn in (3, 5)]
    with monkeypatch.context() as patch:
        patch.setattr(repository, method, crash)
        with pytest.raises(KeyboardInterrupt):
            memory.episodes.insert_many(batch, namespace=namespace)
    assert snapshot(graph, namespace) == state
    assert memory.episodes.insert_many(batch, namespace=namespace).created == 2


def test_a_write_that_the_driver_runs_twice_leaves_one_graph(
    graph: Graph, server: Settings, namespace: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    batch = [FULL, plain("two", id="two", session="s1", caused_by=["full"]), plain("two too", id="three", session="s1")]
    other = f"{namespace}-2"
    make_memory(graph, server, namespace).episodes.insert_many(batch, namespace=namespace)

    class Aborted(Exception):  # noqa: N818
        pass

    original = Graph.write

    def twice(self: Graph, work: Callable[..., Any], *, name: str) -> Any:
        def aborted(transaction: Any) -> None:
            work(transaction)
            raise Aborted

        with pytest.raises(Aborted):
            original(self, aborted, name=name)
        return original(self, work, name=name)

    monkeypatch.setattr(Graph, "write", twice)
    report = make_memory(graph, server, other).episodes.insert_many(batch, namespace=other)
    assert (report.created, report.facts, report.mentions) == (3, 1, 3)
    assert _nameless(snapshot(graph, other)) == _nameless(snapshot(graph, namespace))


def _nameless(state: dict[str, list[dict[str, str]]]) -> dict[str, list[dict[str, str]]]:
    """Leave out what depends on the namespace."""
    own = {"namespace", "ns_token", "fact_id", "entity_id"}
    return {
        key.split(" fa_")[0]: [{name: value for name, value in props.items() if name not in own} for props in found]
        for key, found in state.items()
    }
