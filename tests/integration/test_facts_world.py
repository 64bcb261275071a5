"""A generated world of facts: every answer at every pair of instants is right, by reading and by PageRank."""

from __future__ import annotations

import os
import random
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

import pytest
from support.facts_world import DAYS, FUNCTIONAL, LOADS, OTHER, make_facts_world
from support.facts_world_store import Pair, StoredWorld
from support.graph_state import rows
from support.worlds import make_memory, plain

from memgraph_svc.domain.query import SearchFilter
from memgraph_svc.projection.memory_graph import MemoryGraph
from memgraph_svc.settings import PPRConfig

if TYPE_CHECKING:
    from memgraph_svc.domain.fact import Fact
    from memgraph_svc.graph.graph import Graph
    from memgraph_svc.settings import Settings

pytestmark = pytest.mark.timeout(7200)
"""The full size is long."""


@dataclass(frozen=True, slots=True)
class Size:
    """Facts heard of, and pairs of instants asked for by reading and by each of the two ways of PageRank."""

    facts: int
    pairs: int
    walks: int


SIZES = {"ci": Size(400, 100, 25), "full": Size(5_000, 1_000, 200)}
SIZE = SIZES[os.environ.get("MEMGRAPH_FACTS_WORLD", "ci")]
FACTS_ONLY = PPRConfig(mention_weight=0, similar_weight=0, next_weight=0, cause_weight=0)
FROM_ENTITIES = PPRConfig(passage_seeds=0, similar_weight=0, tolerance=0, max_iterations=60)
MOST = 1_000


@pytest.fixture(scope="module")
def stored(graph: Graph, server: Settings) -> StoredWorld:
    return StoredWorld(graph, server, make_facts_world(SIZE.facts, seed=20))


def pairs(count: int, seed: int) -> list[Pair]:
    """Random pairs; one of five asks for what is known at last."""
    chance = random.Random(seed)
    loads = [None if chance.random() < 0.2 else chance.randrange(LOADS) + 0.5 for _ in range(count)]
    return [Pair(chance.randrange(DAYS + 100) + chance.choice((0, 0.5)), load) for load in loads]


def triples(found: list[Fact]) -> list[tuple[str, str, str]]:
    return sorted((f.subject, f.predicate, f.object) for f in found)


def test_the_world_is_as_it_was_meant(stored: StoredWorld) -> None:
    reports, whole = stored.world.reports, len(stored.world.reports)
    late = sum(r.heard > r.start * LOADS / DAYS + 2 for r in reports)
    restated = Counter((*r.triple, r.start) for r in reports)
    corrected = sum(r.slip for r in reports) + sum(count - 1 for count in restated.values())
    assert {r.predicate for r in reports} == {*FUNCTIONAL, *OTHER}
    assert 0.15 < late / whole < 0.35
    assert 0.06 < corrected / whole < 0.15
    assert 0.4 < sum(r.episode is not None for r in reports) / whole < 0.6


def test_reading_is_right_at_every_pair(stored: StoredWorld) -> None:
    chance = random.Random(3)
    wrong, answers = list[object](), 0
    for pair in pairs(SIZE.pairs, seed=4):
        truth, told = stored.truth(pair), chance.choice(stored.world.reports)
        whole = {"subject": told.subject, "predicate": told.predicate, "object": told.object}
        for keys in (("subject",), ("object",), ("predicate",), chance.sample(sorted(whole), 2)):
            asked = {key: whole[key] for key in keys}
            found = triples(stored.memory.temporal.facts(**asked, namespace=stored.namespace, **pair.options))
            expected = sorted(
                t for t in truth if all(dict(zip(whole, t, strict=True))[k] == v for k, v in asked.items())
            )
            wrong += [(pair, asked, found, expected)] if found != expected else []
            answers += len(found)
    assert wrong == []
    assert answers > SIZE.pairs


def test_all_facts_of_a_pair_are_right(stored: StoredWorld) -> None:
    for pair in pairs(20, seed=5):
        found = stored.memory.temporal.facts(namespace=stored.namespace, **pair.options)
        assert triples(found) == sorted(stored.truth(pair))


def test_no_projection_rests_on_a_fact_that_did_not_hold(stored: StoredWorld, graph: Graph) -> None:
    for pair in pairs(SIZE.walks // 2, seed=6):
        asked = SearchFilter.model_validate({"namespace": stored.namespace, **pair.options})
        with MemoryGraph(graph).project(asked, FACTS_ONLY, stored.clock.now()) as name:
            found = rows(
                graph, "CALL gds.graph.relationships.stream($name) YIELD sourceNodeId AS a, targetNodeId AS b "
                "RETURN gds.util.asNode(a).name AS a, gds.util.asNode(b).name AS b", name=name,
            )  # fmt: skip
        edges = Counter(frozenset((row["a"], row["b"])) for row in found)
        assert edges == Counter(frozenset((s, o)) for s, _, o in stored.truth(pair) for _ in "ab"), pair


def test_a_walk_comes_to_what_facts_that_hold_lead_to_and_nothing_else(stored: StoredWorld) -> None:
    chance, hits = random.Random(7), 0
    for pair in pairs(SIZE.walks, seed=8):
        name = chance.choice(stored.world.reports).subject
        answer = stored.memory.ppr.retrieve(
            f"What is known about {name}?", namespace=stored.namespace, limit=MOST, config=FROM_ENTITIES, **pair.options
        )
        seeds = {seed.key: seed.origin for seed in answer.seeds}
        assert seeds[name.lower()] == "query"
        ends = {end.lower() for s, _, o in stored.truth(pair) for end in (s, o)}
        assert {key for key, origin in seeds.items() if origin == "fact"} <= ends
        expected = stored.reached(pair, seeds)
        assert set(answer.scores) <= expected
        assert len(answer.scores) == min(len(expected), MOST), pair
        hits += len(answer.scores)
    assert hits > SIZE.walks


def test_no_path_of_a_hit_rests_on_what_did_not_hold(stored: StoredWorld) -> None:
    chance, steps = random.Random(9), Counter[str]()
    for pair in pairs(SIZE.walks, seed=10):
        truth, visible, name = stored.truth(pair), stored.visible(pair), chance.choice(stored.world.reports).subject
        found = stored.memory.episodes.search(
            f"What is known about {name}?", namespace=stored.namespace, mode="ppr", rank="relevance", limit=20,
            **pair.options,
        )  # fmt: skip
        assert {hit.id for hit in found.hits} <= visible.keys()
        for step in (step for hit in found.hits for step in hit.path):
            steps[step.relation] += 1
            if step.relation == "MENTIONS":
                assert step.target in visible[step.source]
            else:
                assert (step.source, step.relation, step.target) in truth, (pair, step)
    assert steps["MENTIONS"] > SIZE.walks
    assert steps.total() - steps["MENTIONS"] > SIZE.walks


def test_an_episode_behind_a_fact_that_has_ended_is_not_found(graph: Graph, server: Settings, namespace: str) -> None:
    memory = make_memory(graph, server, namespace)
    texts = {"a": ("Ottokar", "A first text."), "b": ("Kornelia", "Another one.")}
    for key, (name, text) in texts.items():
        row = plain(text, id=key, entities=[name], occurred_at="2010-01-01T00:00:00Z")
        memory.episodes.insert(row, namespace=namespace, link=False)
    memory.temporal.assert_fact(
        "Ottokar", "is managed by", "Kornelia", namespace=namespace,
        valid_from=Pair(1000, None).at, valid_to=Pair(2000, None).at,
    )  # fmt: skip
    found = {
        day: set(memory.ppr.retrieve(
            "Who is Ottokar?", namespace=namespace, config=FROM_ENTITIES, as_of=Pair(day, None).at
        ).scores)
        for day in (999, 1000, 1999, 2000)
    }  # fmt: skip
    assert found == {999: {"a"}, 1000: {"a", "b"}, 1999: {"a", "b"}, 2000: {"a"}}
    now = memory.ppr.retrieve("Who is Ottokar?", namespace=namespace, config=FROM_ENTITIES)
    assert set(now.scores) == {"a"}
