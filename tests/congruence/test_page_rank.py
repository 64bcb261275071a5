"""The server's Personalized PageRank on our projection against the reference in numpy, score by score."""

from __future__ import annotations

import itertools
import random
from datetime import timedelta
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from support.graph_state import archive, links
from support.worlds import NOW, FixedEmbedder, make_memory, vector

from memgraph_svc.domain.hit import Seed
from memgraph_svc.domain.query import SearchFilter
from memgraph_svc.projection.memory_graph import MemoryGraph
from memgraph_svc.projection.page_rank import PageRank
from memgraph_svc.scoring.ppr import gds_equivalent, personalized_pagerank
from memgraph_svc.settings import PPRConfig

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from memgraph_svc.graph.graph import Graph
    from memgraph_svc.services.memory import MemoryService
    from memgraph_svc.settings import Settings

CONFIG = PPRConfig(tolerance=0.0)
PREDICATES = ("knows", "pays", "calls")


def entity(name: str, weight: float = 1.0) -> Seed:
    return Seed(kind="entity", key=name, name=name, weight=weight, origin="query")


def episode(key: str, weight: float = 1.0) -> Seed:
    return Seed(kind="episode", key=key, name=key, weight=weight, origin="passage")


def ranked(
    graph: Graph, seeds: list[Seed], *, config: PPRConfig = CONFIG, limit: int = 1000, **filters: Any
) -> dict[str, float]:
    asked = SearchFilter(**filters)
    with MemoryGraph(graph).project(asked, config, NOW) as projection:
        return PageRank(graph).rank(projection, asked, seeds, config, limit=limit)


class Reference:
    """The same graph, written down from the rows of the test."""

    def __init__(self) -> None:
        self.nodes: list[str] = []
        self.edges: list[tuple[int, int]] = []
        self.weights: list[float] = []

    def add(self, a: str, b: str, weight: float) -> None:
        for node in (a, b):
            if node not in self.nodes:
                self.nodes.append(node)
        self.edges.append((self.nodes.index(a), self.nodes.index(b)))
        self.weights.append(weight)

    def seeds(self, seeds: list[Seed]) -> NDArray[np.float64]:
        total = sum(seed.weight for seed in seeds)
        found = np.zeros(len(self.nodes))
        for seed in seeds:
            found[self.nodes.index(seed.key)] += seed.weight / total
        return found

    def scores(self, seeds: list[Seed], *, iterations: int = 20) -> dict[str, float]:
        found = gds_equivalent(
            self.edges, self.weights, self.seeds(seeds), CONFIG.damping_factor, iterations=iterations, tolerance=0.0
        )
        return dict(zip(self.nodes, found.tolist(), strict=True))

    def chances(self, seeds: list[Seed]) -> dict[str, float]:
        found = personalized_pagerank(self.edges, self.weights, self.seeds(seeds), CONFIG.damping_factor)
        return dict(zip(self.nodes, found.tolist(), strict=True))


def fill(memory: MemoryService, graph: Graph, namespace: str, seed: int) -> Reference:
    """Write a random graph of all five kinds of relationships through the service."""
    chance = random.Random(seed)
    names = [f"name {letter}" for letter in "abcdefghij"]
    batch: list[dict[str, Any]] = []
    reference = Reference()
    for number in range(14):
        mentioned = chance.sample(names, chance.randint(0, 3))
        pairs = [chance.sample(names, 2) for _ in range(chance.randint(0, 2))]
        facts = {(s, chance.choice(PREDICATES), o) for s, o in pairs}
        causes = chance.sample(range(number), min(number, chance.randint(0, 1)))
        batch.append(
            {
                "id": f"e{number:02d}", "content": f"text {number}", "entities": mentioned,
                "facts": [{"subject": s, "predicate": p, "object": o} for s, p, o in sorted(facts)],
                "caused_by": [f"e{cause:02d}" for cause in causes],
                **({"session": f"s{number % 2}"} if chance.random() < 0.6 else {}),
            }
        )  # fmt: skip
    memory.episodes.insert_many(batch, namespace=namespace)
    for row in batch:
        for name in {*row["entities"], *(fact[end] for fact in row["facts"] for end in ("subject", "object"))}:
            reference.add(row["id"], name, CONFIG.mention_weight)
        for cause in row["caused_by"]:
            reference.add(row["id"], cause, CONFIG.cause_weight * 0.9)
    for fact in {tuple(fact.values()) for row in batch for fact in row["facts"]}:
        reference.add(fact[0], fact[2], CONFIG.fact_weight)
    for session in ("s0", "s1"):
        members = [row["id"] for row in batch if row.get("session") == session]
        for a, b in itertools.pairwise(members):
            reference.add(a, b, CONFIG.next_weight)
    for (a, b), score in links(graph, namespace).items():
        reference.add(a, b, CONFIG.similar_weight * score)
    return reference


@pytest.mark.parametrize("seed", range(3))
def test_the_server_scores_as_the_reference(graph: Graph, server: Settings, namespace: str, seed: int) -> None:
    noise = np.random.default_rng(seed)
    embedder = FixedEmbedder({f"text {n}": vector(*noise.normal(size=3)) for n in range(14)})
    reference = fill(make_memory(graph, server, namespace, embedder=embedder), graph, namespace, seed)
    names = [node for node in reference.nodes if node.startswith("name")]
    episodes = [node for node in reference.nodes if node.startswith("e")]
    seeds = [entity(names[0], 3.0), entity(names[1], 0.5), episode(episodes[2], 0.25)]
    found = ranked(graph, seeds, namespace=namespace)
    wanted = {key: score for key, score in reference.scores(seeds).items() if key in episodes and score > 0}
    assert found == {key: pytest.approx(score, abs=1e-6) for key, score in wanted.items()}
    assert list(found) == sorted(found, key=lambda key: (-found[key], key))
    # with enough rounds the order is that of the walker's chances, as no node that is reached is a dead end
    long = ranked(graph, seeds, namespace=namespace, config=PPRConfig(tolerance=0.0, max_iterations=100))
    chances = reference.chances(seeds)
    best = sorted(long, key=lambda key: -round(chances[key], 9))
    assert [round(chances[key], 9) for key in long] == [round(chances[key], 9) for key in best]


def test_the_tolerance_follows_from_the_seeds_and_keeps_the_first_hits(
    graph: Graph, server: Settings, namespace: str
) -> None:
    embedder = FixedEmbedder({f"text {n}": vector(*np.random.default_rng(n).normal(size=3)) for n in range(14)})
    fill(make_memory(graph, server, namespace, embedder=embedder), graph, namespace, 1)
    seeds, asked, config = [entity("name a", 3.0), episode("e02", 1.0)], SearchFilter(namespace=namespace), PPRConfig()
    page_rank = PageRank(graph)
    assert page_rank.tolerance(asked, seeds, CONFIG) == 0.0
    tolerance = page_rank.tolerance(asked, seeds, config)
    assert 0 < tolerance < config.tolerance
    strangers = [*seeds, entity("nobody", 4.0)]
    assert page_rank.tolerance(asked, strangers, config) == pytest.approx(tolerance / 2)
    assert page_rank.tolerance(asked, [entity("nobody")], config) == 0.0
    exact = ranked(graph, seeds, namespace=namespace)
    found = ranked(graph, seeds, namespace=namespace, config=config)
    last = sorted(exact.values(), reverse=True)[9]
    assert all(exact[key] >= last - 1e-9 for key in list(found)[:10])
    assert found == {key: pytest.approx(exact[key], abs=20 * tolerance) for key in found}


def test_hits_are_the_same_where_only_the_best_nodes_are_looked_at(
    graph: Graph, server: Settings, namespace: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    fill(make_memory(graph, server, namespace), graph, namespace, 2)
    seeds = [entity("name a"), episode("e02")]
    whole = ranked(graph, seeds, namespace=namespace)
    first = list(whole.items())[:3]
    for room in (0, 3, 12, 1_000):
        monkeypatch.setattr("memgraph_svc.projection.page_rank._ROOM", room)
        monkeypatch.setattr("memgraph_svc.projection.page_rank._FACTOR", 1)
        assert list(ranked(graph, seeds, namespace=namespace, limit=3).items()) == [
            (key, pytest.approx(score, abs=1e-9)) for key, score in first
        ]
        assert ranked(graph, seeds, namespace=namespace) == {
            key: pytest.approx(score, abs=1e-9) for key, score in whole.items()
        }
    after = NOW - timedelta(days=365)
    assert list(ranked(graph, seeds, namespace=namespace, occurred_from=after)) == list(whole)


@pytest.fixture
def path(memory: MemoryService, namespace: str) -> MemoryService:
    """e1 - a - e2 - b - e3, and e4 - c apart."""
    memory.episodes.insert_many(
        [
            {"id": key, "content": f"{word} {word}", "entities": names, "facts": []}
            for key, word, names in (
                ("e1", "one", ["a"]), ("e2", "two", ["a", "b"]), ("e3", "three", ["b"]), ("e4", "four", ["c"]),
            )
        ],
        namespace=namespace,
    )  # fmt: skip
    return memory


def test_only_what_a_seed_reaches_is_scored_and_the_limit_cuts_last(
    path: MemoryService, graph: Graph, namespace: str
) -> None:
    found = ranked(graph, [entity("a")], namespace=namespace)
    assert list(found) == ["e2", "e1", "e3"] or list(found) == ["e1", "e2", "e3"]
    assert list(ranked(graph, [entity("a")], namespace=namespace, limit=1)) == list(found)[:1]
    assert list(ranked(graph, [entity("c")], namespace=namespace)) == ["e4"]
    assert path.stats()["episodes"] == 4


def test_scores_are_linear_in_the_weights_of_the_seeds(path: MemoryService, graph: Graph, namespace: str) -> None:
    del path
    one, two = (ranked(graph, [entity(name)], namespace=namespace) for name in "ac")
    both = ranked(graph, [entity("a", 3.0), entity("c", 1.0)], namespace=namespace)
    assert both == {
        key: pytest.approx(0.75 * one.get(key, 0) + 0.25 * two.get(key, 0), abs=1e-9) for key in {*one, *two}
    }
    assert ranked(graph, [entity("a", 30.0), entity("c", 10.0)], namespace=namespace) == both
    doubled = [entity("a", 1.5), entity("a", 1.5), entity("c", 1.0)]
    assert ranked(graph, doubled, namespace=namespace) == {key: pytest.approx(score) for key, score in both.items()}


def test_seeds_that_are_not_there_are_dropped_and_none_left_gives_nothing(
    path: MemoryService, graph: Graph, namespace: str
) -> None:
    other = f"{namespace}-2"
    path.episodes.insert({"id": "x", "content": "far", "entities": ["stranger"], "facts": []}, namespace=other)
    foreign = [entity("stranger"), episode("x"), entity("nobody"), episode("nothing")]
    assert ranked(graph, foreign, namespace=namespace) == {}
    mixed = ranked(graph, [*foreign, entity("c", 4.0)], namespace=namespace)
    alone = ranked(graph, [entity("c")], namespace=namespace)
    assert mixed == {"e4": pytest.approx(alone["e4"] / 2)}


def test_parallel_facts_add_up(memory: MemoryService, graph: Graph, namespace: str) -> None:
    facts = [{"subject": "hub", "predicate": word, "object": "near"} for word in PREDICATES]
    facts.append({"subject": "hub", "predicate": "knows", "object": "far"})
    rows_ = [
        {"id": "f", "content": "facts", "entities": [], "facts": facts},
        {"id": "n", "content": "north", "entities": ["near"], "facts": []},
        {"id": "m", "content": "middle", "entities": ["far"], "facts": []},
    ]
    memory.episodes.insert_many(rows_, namespace=namespace)
    reference = Reference()
    for name in ("hub", "near", "far"):
        reference.add("f", name, 1.0)
    for a, b, weight in (("n", "near", 1.0), ("m", "far", 1.0), ("hub", "near", 3.0), ("hub", "far", 1.0)):
        reference.add(a, b, weight)
    found = ranked(graph, [entity("hub")], namespace=namespace)
    wanted = reference.scores([entity("hub")])
    assert found == {key: pytest.approx(wanted[key], abs=1e-6) for key in "fnm"}
    assert found["n"] > found["m"]


def test_what_does_not_hold_or_is_not_known_or_archived_is_not_walked_over(
    graph: Graph, server: Settings, namespace: str
) -> None:
    memory = make_memory(graph, server, namespace)
    day = timedelta(days=1)

    def note(key: str, word: str, when: int, subject: str, **fact: Any) -> dict[str, Any]:
        facts = [{"subject": subject, "predicate": "leads", "object": f"{key} goal", **fact}]
        return {"id": key, "content": word, "occurred_at": NOW + when * day, "entities": [], "facts": facts}

    memory.episodes.insert_many(
        [
            note("past", "one", -9, "ann", valid_to=NOW - 5 * day),
            note("now", "two", -3, "ben", valid_from=NOW - 4 * day),
            # reached from the two above only by their facts
            {"id": "old", "content": "three", "entities": ["past goal"], "facts": [], "occurred_at": NOW - 9 * day},
            {"id": "new", "content": "four", "entities": ["now goal"], "facts": [], "occurred_at": NOW - 3 * day},
        ],
        namespace=namespace,
    )
    archive(graph, namespace, "past", "now")
    seeds = [entity("ann"), entity("ben")]
    assert list(ranked(graph, seeds, namespace=namespace)) == ["new"]
    assert list(ranked(graph, seeds, namespace=namespace, as_of=NOW - 6 * day)) == ["old"]
    assert ranked(graph, seeds, namespace=namespace, known_at=NOW - day) == {}
    everything = ranked(graph, seeds, namespace=namespace, include_archived=True)
    assert set(everything) == {"past", "now", "old", "new"}
    assert list(ranked(graph, seeds, namespace=namespace, include_archived=True, occurred_from=NOW - 4 * day)) == [
        key for key in everything if key in {"now", "new"}
    ]
