"""Gists in step with their sessions, and documents to and from facts and episodes."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

import pytest
from support.graph_state import rows
from support.long_sessions import gist_nodes, tell, turn, turns

from memgraph_svc.crl.reader import decode
from memgraph_svc.domain.gist import Problem
from memgraph_svc.errors import ConflictError, CRLError, GenerationError, InvalidInputError
from memgraph_svc.services.gist_maker import GistMaker

if TYPE_CHECKING:
    from memgraph_svc.domain.gist import GistProblem
    from memgraph_svc.graph.graph import Graph
    from memgraph_svc.services.memory import MemoryService

GIST = "MATCH (g:Gist {namespace: $n, session_id: 's'}) "
PAGE = "MATCH (g:Gist {namespace: $n, session_id: 's'})-[:HAS_PAGE]->(p) WITH p LIMIT 1 "
STATED = (
    "The checkout-api uses port 6379.",
    "Redis runs on node-7.",
    "Ann is Ann.",
    "Redis does not have persistence.",
    "Well, perhaps we should look at the logs of yesterday.",
)


def found(memory: MemoryService, namespace: str) -> list[tuple[str, str]]:
    return [(problem.session_id, problem.problem.value) for problem in memory.crl.check(namespace=namespace)]


def both(problems: tuple[GistProblem, ...]) -> list[tuple[str, str]]:
    return [(problem.session_id, problem.problem.value) for problem in problems]


DAMAGES = (
    (f"{GIST} SET g.source_hash = 'other'", Problem.STALE),
    (f"{GIST} REMOVE g.source_hash", Problem.UNREADABLE),
    (f"{GIST} SET g.crl = g.crl + '\nx = '", Problem.UNREADABLE),
    (f"{GIST} SET g.crl = ''", Problem.UNREADABLE),
    (f"{GIST} REMOVE g.crl", Problem.UNREADABLE),
    (f"{GIST} SET g.version = 0, g.text = 5", Problem.UNREADABLE),
    (f"{GIST} REMOVE g.recorded_at_ms", Problem.UNREADABLE),
    (f"{GIST} SET g.retention = 'high'", Problem.UNREADABLE),
    (f"{PAGE} SET p.crl = 'no head'", Problem.UNREADABLE),
    (f"{PAGE} REMOVE p.crl, p.first_turn", Problem.UNREADABLE),
    (f"{GIST} OPTIONAL MATCH (g)-->(p:Page) DETACH DELETE g, p", Problem.MISSING),
    (f"{GIST} DETACH DELETE g", Problem.MISSING),  # its pages are left
    (f"{GIST} MATCH (g)-[r:SUMMARIZES]->() DELETE r", Problem.MISSING),
    ("CREATE (:Page {namespace: $n, page_id: 'lost', session_id: 'gone'})", Problem.ORPHANED),
    ("CREATE (:Gist {namespace: $n, gist_id: 'lost', session_id: 'gone'})", Problem.ORPHANED),
)


def test_every_kind_of_damage_is_found_and_repaired(memory: MemoryService, graph: Graph, namespace: str) -> None:
    tell(memory, namespace, *turns(12))
    sound = memory.gists.compress("s", namespace=namespace)
    assert sound is not None
    for damage, problem in DAMAGES:
        rows(graph, damage, n=namespace)
        problems = found(memory, namespace)
        assert problem.value in {kind for _, kind in problems}, damage
        assert {key for key, kind in problems if kind != Problem.ORPHANED} <= {"s"}
        nodes = gist_nodes(graph, namespace)
        planned = memory.crl.sync(namespace=namespace, dry_run=True)
        assert (both(planned.items), planned.planned) == (problems, len(problems))
        assert (planned.done, planned.removed, planned.failed) == (0, 0, 0)
        assert gist_nodes(graph, namespace) == nodes
        report = memory.crl.sync(namespace=namespace)
        assert (report.failed, report.stopped_after) == (0, None)
        assert found(memory, namespace) == []
        gist = memory.gists.gist("s", namespace=namespace)
        assert (gist.crl, gist.text, gist.pages) == (sound.crl, sound.text, sound.pages)
        assert len(gist_nodes(graph, namespace)) == 1 + len(gist.pages)


def test_a_session_that_lost_turns_has_a_needless_gist(memory: MemoryService, graph: Graph, namespace: str) -> None:
    tell(memory, namespace, *turns(12), *turns(12, session="t"))
    memory.crl.sync(namespace=namespace)
    rows(graph, "MATCH (g:Gist {namespace: $n, session_id: 't'}) REMOVE g.source_hash, g.crl", n=namespace)
    lost = "MATCH (s:Session {namespace: $n})-[h:HAS_EPISODE]->(e) WHERE h.turn < 4 DETACH DELETE e"
    rows(graph, lost, n=namespace)
    assert found(memory, namespace) == [("s", "needless"), ("t", "needless")]
    assert memory.crl.sync(namespace=namespace, dry_run=True).planned == 2
    assert memory.crl.sync(namespace=namespace).removed == 2
    assert gist_nodes(graph, namespace) == []


def test_a_damaged_gist_is_told_where_it_is_read_and_made_again_where_it_is_made(
    memory: MemoryService, graph: Graph, namespace: str
) -> None:
    tell(memory, namespace, *turns(12))
    memory.gists.compress("s", namespace=namespace)
    rows(graph, f"{GIST} REMOVE g.text", n=namespace)
    for ask in (memory.gists.gist, memory.crl.to_facts):
        with pytest.raises(CRLError, match=r"damaged: text .*compress --session s"):
            ask("s", namespace=namespace)
    report = memory.crl.sync(namespace=namespace, session_id="s", dry_run=True)
    assert both(report.items) == [("s", "unreadable")]
    made = memory.gists.compress("s", namespace=namespace)
    assert made == memory.gists.gist("s", namespace=namespace)


def test_a_pass_goes_on_where_it_was_stopped(memory: MemoryService, graph: Graph, namespace: str) -> None:
    for key in ("s1", "s2", "s3", "s4"):
        tell(memory, namespace, *turns(11, session=key))
    tell(memory, namespace, *turns(3, session="short"))
    rows(graph, "CREATE (:Page {namespace: $n, page_id: 'lost', session_id: 'gone'})", n=namespace)
    told: list[tuple[int, int]] = []
    sync = memory.crl.sync
    first = sync(namespace=namespace, progress=lambda *step: told.append(step), stop=lambda: len(told) == 2)
    assert (first.done, first.stopped_after, told) == (2, "s2", [(1, 5), (2, 5)])
    assert found(memory, namespace) == [("s3", "missing"), ("s4", "missing"), ("gone", "orphaned")]
    rest = sync(namespace=namespace, after="s2")
    assert (rest.planned, rest.done, rest.removed, rest.skipped, rest.stopped_after) == (3, 2, 1, 1, None)
    assert found(memory, namespace) == []
    assert memory.stats()["gists"] == 4
    again = sync(namespace=namespace)
    assert (again.planned, again.skipped) == (0, 5)


def test_one_session_is_made_again_for_another_budget_only(memory: MemoryService, namespace: str) -> None:
    for key in ("s", "t"):
        tell(memory, namespace, *turns(16, session=key))
    sync = memory.crl.sync
    assert sync(namespace=namespace, session_id="s").done == 1
    assert sync(namespace=namespace, session_id="s").skipped == 1
    short = memory.gists.gist("s", namespace=namespace)
    assert sync(namespace=namespace, session_id="s", budget=0.9).done == 1
    long = memory.gists.gist("s", namespace=namespace)
    assert (long.version, long.source_hash) == (2, short.source_hash)
    assert long.compressed_length > short.compressed_length
    assert found(memory, namespace) == [("t", "missing")]
    tell(memory, namespace, *turns(3, session="u"))
    assert sync(namespace=namespace, session_id="u", budget=0.9).skipped == 1


def test_a_gister_that_fails_leaves_the_old_gist_and_does_not_end_the_pass(
    memory: MemoryService, graph: Graph, namespace: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for key in ("s1", "s2", "s3"):
        tell(memory, namespace, *turns(11, session=key))
    old = memory.gists.compress("s2", namespace=namespace)
    tell(memory, namespace, turn(12, "more", session="s2"))
    nodes = gist_nodes(graph, namespace)
    make = GistMaker.make

    def failing(self: GistMaker, asked: Any, *args: Any, **options: Any) -> Any:
        if asked.session_id == "s2":
            raise GenerationError("the model is away")
        if asked.session_id == "s3":
            raise ConflictError("others keep writing")
        return make(self, asked, *args, **options)

    monkeypatch.setattr(GistMaker, "make", failing)
    for again in (False, True):
        with pytest.raises(GenerationError, match="away"):
            memory.gists.compress("s2", namespace=namespace, again=again)
    assert gist_nodes(graph, namespace) == nodes
    report = memory.crl.sync(namespace=namespace)
    assert (report.planned, report.done, report.failed) == (3, 1, 2)
    assert [(item.session_id, item.problem, item.detail) for item in report.items[1:]] == [
        ("s2", Problem.STALE, "the model is away"), ("s3", Problem.MISSING, "others keep writing"),
    ]  # fmt: skip
    assert memory.gists.gist("s2", namespace=namespace) == old
    monkeypatch.undo()
    assert memory.crl.sync(namespace=namespace).done == 2


def test_facts_of_a_gist_become_facts_of_the_graph_and_the_rest_is_told(memory: MemoryService, namespace: str) -> None:
    rows_ = [turn(number, text, role="assistant") for number, text in enumerate(STATED * 3, 1)]
    tell(memory, namespace, *rows_)
    gist = memory.gists.compress("s", namespace=namespace, budget=1)
    assert gist is not None
    lines = decode(gist.crl)
    done = memory.crl.to_facts("s", namespace=namespace)
    stated = {(fact.subject, fact.predicate, fact.object) for fact in memory.temporal.facts(namespace=namespace)}
    assert ("Redis", "runs on", "node-7") in stated
    assert len(stated) == done.made <= done.stated
    whole = {one.place for one in done.unplaced if one.field == "line"}
    assert len(lines) == done.stated + len(whole)
    assert [one.place for one in done.unplaced] == sorted(one.place for one in done.unplaced)
    assert memory.crl.to_facts("s", namespace=namespace).made == 0
    document, made = memory.crl.from_facts("Redis", namespace=namespace)
    assert [(line.subject, line.relation, line.object) for line in made.statements] == [("Redis", ":runs on", "node-7")]
    assert decode(document) == list(made.statements)


def test_facts_that_hold_become_a_document_and_what_it_cannot_say_is_told(
    memory: MemoryService, namespace: str
) -> None:
    state = memory.temporal.assert_fact
    state("%AB = x", "sits on", '"q" @2026 #3', namespace=namespace, confidence=0.333)
    state("%AB = x", "left", "Rome", namespace=namespace, valid_to=datetime(2020, 1, 1, tzinfo=UTC))
    document, made = memory.crl.from_facts("%AB = x", namespace=namespace)
    (statement,) = decode(document)
    assert made.statements == (statement,)
    assert (statement.subject, statement.object, statement.confidence) == ("%AB = x", '"q" @2026 #3', 0.33)
    assert "confidence" in {one.field for one in made.unplaced}
    assert decode(memory.crl.from_facts("nobody", namespace=namespace)[0]) == []
    with pytest.raises(InvalidInputError, match="subject"):
        memory.crl.from_facts(" ", namespace=namespace)
