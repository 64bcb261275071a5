"""Two namespaces with the same texts and names: neither sees the other, nor changes what the other answers.

MEMGRAPH_WORLD_SIZE sets the episodes of each (10,000 for the large run). The world is another one every day of the
year and can be repeated by MEMGRAPH_WORLD_SEED.
"""

from __future__ import annotations

import os
import uuid
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

import pytest
from support.graph_state import links, rows, snapshot
from support.worlds import make_memory, make_world

from memgraph_svc.errors import NotFoundError

if TYPE_CHECKING:
    from memgraph_svc.domain.hit import SearchResult
    from memgraph_svc.graph.graph import Graph
    from memgraph_svc.services.memory import MemoryService
    from memgraph_svc.settings import Settings

SIZE = int(os.environ.get("MEMGRAPH_WORLD_SIZE", "300"))
SEED = int(os.environ.get("MEMGRAPH_WORLD_SEED", datetime.now(UTC).strftime("%j")))
MODES = ("relevance", "fulltext", "hybrid", "ppr")


class Twins:
    """Two namespaces of the same world under other ids; the second is filled after the first was asked."""

    def __init__(self, graph: Graph, server: Settings) -> None:
        print(f"world of {SIZE} episodes, seed {SEED}")  # noqa: T201  # pytest shows it with a failure
        self.spaces = [f"t-{uuid.uuid4().hex[:12]}-{key}" for key in "ab"]
        self.services = [make_memory(graph, server, space) for space in self.spaces]
        self.worlds = [make_world(SIZE, seed=SEED, prefix=key) for key in "ab"]
        self._fill(0)
        self.alone = self.answers(0)
        self._fill(1)

    def _fill(self, side: int) -> None:
        world = self.worlds[side].rows
        report = self.services[side].episodes.insert_many(world, namespace=self.spaces[side])
        assert (report.created, report.refused) == (len(world), ())
        # the links of an insert come from an approximate index; those of the repair pass are exact
        self.services[side].zettelkasten.batch_link(namespace=self.spaces[side])

    def answers(self, side: int) -> dict[str, Any]:
        """What every read answers, without the prefix of the ids."""
        memory, space, world = self.services[side], self.spaces[side], self.worlds[side]
        found: dict[str, Any] = {"stats": memory.stats(), "count": memory.temporal.node_count(namespace=space)}
        for number, question in enumerate(world.questions):
            for mode in MODES if number == 0 else MODES[:3]:
                for rank in ("relevance", "memory"):
                    if mode == "ppr" and rank == "memory":
                        continue
                    asked = {"namespace": space, "mode": mode, "rank": rank, "limit": 50}
                    found[f"{mode} {rank} {number}"] = bare(memory.episodes.search(question, **asked))
            found[f"entities {number}"] = memory.ppr.extract_query_entities(question, namespace=space)
        question = world.questions[0]
        found["both"] = bare(memory.episodes.search_with_ppr(question, namespace=space))
        explained = memory.ppr.explain(question, namespace=space)
        found["explained"] = ((explained.id or "")[1:], len(explained.path))
        for row in world.rows[:: max(1, SIZE // 10)]:
            neighbors = memory.zettelkasten.find_neighbors(row["id"], namespace=space)
            found[f"near {row['id'][1:]}"] = {n.episode_id[1:]: n.score for n in neighbors}
        return found


def bare(result: SearchResult) -> dict[str, Any]:
    """Hits without the prefix of their ids; which one of several shortest paths is shown is left open."""
    hits = [(hit.id[1:], hit.content, hit.arms, len(hit.path)) for hit in result.hits]
    scores = {hit.id[1:]: round(hit.score, 12) for hit in result.hits}
    return {"mode": result.mode, "why": result.decided_by, "hits": hits, "scores": scores}


@pytest.fixture(scope="module")
def twins(graph: Graph, server: Settings) -> Twins:
    return Twins(graph, server)


def test_the_other_namespace_changes_no_answer_score_or_order(twins: Twins) -> None:
    after = twins.answers(0)
    for name, answer in after.items():
        assert answer == twins.alone[name], name


def test_both_namespaces_answer_the_same(twins: Twins) -> None:
    for name, answer in twins.answers(1).items():
        wanted = twins.alone[name]
        # the score of a link has the digits of the index where an insert made it, those of the vectors after a repair
        if name.startswith("near"):
            wanted = pytest.approx(wanted, abs=1e-6)
        elif isinstance(wanted, dict) and "scores" in wanted:
            wanted = wanted | {"hits": sorted(wanted["hits"]), "scores": pytest.approx(wanted["scores"], abs=1e-6)}
            answer["hits"].sort()
        assert answer == wanted, name


def test_no_read_returns_what_is_of_the_other(twins: Twins) -> None:
    for side, own in enumerate("ab"):
        memory, space = twins.services[side], twins.spaces[side]
        for question in twins.worlds[side].questions[:1]:
            for mode in MODES:
                hits = memory.episodes.search(question, namespace=space, mode=mode, limit=200).hits
                assert hits
                assert {hit.id[0] for hit in hits} == {own}
            answer = memory.ppr.retrieve(question, namespace=space, limit=1000)
            assert {seed.key[0] for seed in answer.seeds if seed.kind == "episode"} == {own}
            ends = {end for hit in hits for step in hit.path for end in (step.source, step.target)}
            assert not {end for end in ends if end.startswith(f"{'ba'[side]}-0")}
        foreign = twins.worlds[1 - side].rows[0]["id"]
        for action in (memory.episodes.get, memory.zettelkasten.find_neighbors, memory.zettelkasten.link_episode):
            with pytest.raises(NotFoundError):
                action(foreign, namespace=space)


def test_no_relationship_leaves_a_namespace(twins: Twins, graph: Graph) -> None:
    for side, own in enumerate("ab"):
        space = twins.spaces[side]
        crossing = rows(
            graph,
            "MATCH (n)-[r]-(m) WHERE (n:Episode OR n:Entity OR n:Session) AND n.namespace = $n "
            "AND (m.namespace <> $n OR coalesce(r.namespace, '') <> $n) RETURN type(r) AS kind, count(*) AS n",
            n=space,
        )
        assert crossing == []
        assert {key[0] for pair in links(graph, space) for key in pair} == {own}


def test_a_change_in_one_leaves_the_other(twins: Twins, graph: Graph, memory: MemoryService, namespace: str) -> None:
    """On a third and a fourth namespace, so that the twins stay as they are."""
    other = f"{namespace}-2"
    world = make_world(12, seed=SEED)
    for space in (namespace, other):
        memory.episodes.insert_many(world.rows, namespace=space)
    state = snapshot(graph, other)
    memory.episodes.update("e-00003", {"content": "All is new.", "facts": [], "entities": []}, namespace=namespace)
    memory.zettelkasten.batch_link(namespace=namespace)
    for row in world.rows:
        memory.episodes.delete(row["id"], namespace=namespace)
    assert snapshot(graph, namespace) == {}
    assert snapshot(graph, other) == state
    assert twins.services[0].stats()["episodes"] == SIZE
