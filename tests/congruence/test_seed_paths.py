"""The strongest path from a seed to each hit against every path there is, on random graphs."""

from __future__ import annotations

import itertools
import random
from collections import defaultdict
from datetime import timedelta
from typing import TYPE_CHECKING, Any

import pytest
from support.graph_state import archive, rows
from support.worlds import NOW, make_memory

from memgraph_svc.domain.hit import PathStep, Seed
from memgraph_svc.domain.instant import OPEN_END_MS, OPEN_PAST_MS, to_ms
from memgraph_svc.domain.query import SearchFilter
from memgraph_svc.projection.seed_paths import SeedPaths
from memgraph_svc.settings import PPRConfig

if TYPE_CHECKING:
    from memgraph_svc.graph.graph import Graph
    from memgraph_svc.services.memory import MemoryService
    from memgraph_svc.settings import Settings

CONFIG = PPRConfig(mention_weight=2.0, similar_weight=0.4, next_weight=0.3, synonym_weight=0.7)
NAMES = [f"name {letter}" for letter in "abcdefgh"]
EDGES = (
    "MATCH (a {namespace: $n})-[r:MENTIONS|RELATES_TO|SIMILAR_TO|NEXT|CAUSED_BY|SYNONYM_OF]->(b) "
    "RETURN coalesce(a.name, a.episode_id) AS a, coalesce(b.name, b.episode_id) AS b, type(r) AS type, "
    "coalesce(r.predicate, type(r)) AS relation, coalesce(r.score, 1.0) AS score, "
    "coalesce(r.confidence, 1.0) AS confidence, coalesce(r.valid_from_ms, $past) AS start, "
    "coalesce(r.valid_to_ms, $end) AS end, [x IN [a, b] WHERE x:Episode AND x.archived] <> [] AS archived, "
    "reduce(last = $past, x IN [a, b] | CASE WHEN x.occurred_at_ms > last THEN x.occurred_at_ms ELSE last END) AS last"
)


def entity(name: str, weight: float = 1.0, origin: str = "query") -> Seed:
    return Seed(kind="entity", key=name, name=name, weight=weight, origin=origin)


def fill(memory: MemoryService, graph: Graph, namespace: str, seed: int) -> None:
    chance = random.Random(seed)
    batch: list[dict[str, Any]] = []
    for number in range(16):
        at = NOW - timedelta(days=100 - 5 * number)
        pairs = [chance.sample(NAMES, 2) for _ in range(chance.randint(0, 2))]
        ends = {"valid_to": at + timedelta(days=30)} if chance.random() < 0.4 else {}
        batch.append(
            {
                "id": f"e{number:02d}", "content": f"{chance.choice('xyz')} text {number}", "occurred_at": at,
                "entities": chance.sample(NAMES, chance.randint(0, 3)),
                "facts": [{"subject": s, "predicate": chance.choice(("knows", "pays")), "object": o, "valid_from": at,
                           **ends} for s, o in pairs],
                "caused_by": [f"e{chance.randrange(number):02d}"] if number and chance.random() < 0.4 else [],
                **({"session": f"s{number % 2}"} if chance.random() < 0.5 else {}),
            }
        )  # fmt: skip
    memory.episodes.insert_many(batch, namespace=namespace)
    memory.temporal.link_synonyms(namespace=namespace)
    archive(graph, namespace, "e03", "e07")


def strongest(graph: Graph, asked: SearchFilter, seeds: list[Seed]) -> dict[str, float]:
    """Strength of the best of all paths of at most four hops to each node, from the rows as they lie in the store."""
    at = asked.at_ms(NOW)
    weights = {"MENTIONS": CONFIG.mention_weight, "RELATES_TO": CONFIG.fact_weight, "NEXT": CONFIG.next_weight}
    weights |= {"SIMILAR_TO": CONFIG.similar_weight, "CAUSED_BY": CONFIG.cause_weight}
    weights |= {"SYNONYM_OF": CONFIG.synonym_weight}
    steps: dict[str, list[tuple[str, float]]] = defaultdict(list)
    for row in rows(graph, EDGES, n=asked.namespace, past=OPEN_PAST_MS, end=OPEN_END_MS):
        if row["archived"] and not asked.include_archived:
            continue
        if row["start"] <= at < row["end"] and row["last"] < asked.walk_to_ms:
            scored = {"CAUSED_BY": row["confidence"], "MENTIONS": 1, "RELATES_TO": 1}.get(row["type"], row["score"])
            steps[row["a"]].append((row["b"], weights[row["type"]] * scored))
            steps[row["b"]].append((row["a"], weights[row["type"]] * scored))
    best: dict[str, float] = {}

    def walk(node: str, strength: float, hops: int) -> None:
        total = sum(weight for _, weight in steps[node])
        for other, weight in steps[node]:
            reached = strength * CONFIG.damping_factor * weight / total
            best[other] = max(best.get(other, 0.0), reached)
            if hops < 4:
                walk(other, reached, hops + 1)

    for seed in seeds:
        walk(seed.name, seed.weight / sum(s.weight for s in seeds), 1)
    return best


@pytest.mark.parametrize("seed", range(3))
def test_no_path_is_stronger(
    graph: Graph, server: Settings, namespace: str, seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("memgraph_svc.projection.seed_paths._LEAST", 1e-12)
    fill(make_memory(graph, server, namespace), graph, namespace, seed)
    seeds = [entity("name a", 3.0), entity("name b", 0.5)]
    hits = [f"e{number:02d}" for number in range(16)]
    for options in ({}, {"include_archived": True}, {"as_of": NOW - timedelta(days=60)}):
        asked = SearchFilter(namespace=namespace, **options)  # pyright: ignore[reportArgumentType]
        live = [hit for hit in hits if hit in _walkable(graph, asked)]
        found = SeedPaths(graph).find(asked, seeds, live, CONFIG, NOW)
        wanted = {hit: value for hit, value in strongest(graph, asked, seeds).items() if hit in live}
        assert {hit: path.strength for hit, path in found.items()} == pytest.approx(wanted, rel=1e-9)
        assert wanted
        for hit, path in found.items():
            ends = [{step.source, step.target} for step in path.steps]
            assert ends[0] & {"name a", "name b"}
            assert hit in ends[-1]
            assert all(a & b for a, b in itertools.pairwise(ends))
            assert len(path.nodes) == len(path.steps) + 1
            assert all(_holds(step, asked) for step in path.steps)


def _walkable(graph: Graph, asked: SearchFilter) -> set[str]:
    query = "MATCH (e:Episode {namespace: $n}) WHERE e.occurred_at_ms < $to AND (NOT e.archived OR $all) RETURN e"
    found = rows(graph, query, n=asked.namespace, to=asked.walk_to_ms, all=asked.include_archived)
    return {row["e"]["episode_id"] for row in found}


def _holds(step: PathStep, asked: SearchFilter) -> bool:
    at = asked.at_ms(NOW)
    start, end = (bound and to_ms(bound) for bound in (step.valid_from, step.valid_to))
    return (start is None or start <= at) and (end is None or end > at)


def test_validity_of_facts_is_told(memory: MemoryService, graph: Graph, namespace: str) -> None:
    since, until = NOW - timedelta(days=9), NOW + timedelta(days=9)
    fact = {"subject": "Ann", "predicate": "leads", "object": "Kestrel", "valid_from": since, "valid_to": until}
    memory.episodes.insert({"id": "a", "content": "x", "entities": [], "facts": [fact]}, namespace=namespace)
    memory.episodes.insert({"id": "b", "content": "y", "entities": ["Kestrel"], "facts": []}, namespace=namespace)
    found = SeedPaths(graph).find(SearchFilter(namespace=namespace), [entity("ann")], ["b"], PPRConfig(), NOW)
    fact_step, mention = found["b"].steps
    assert (fact_step.source, fact_step.relation, fact_step.target) == ("Ann", "leads", "Kestrel")
    assert (fact_step.valid_from, fact_step.valid_to) == (since, until)
    assert (mention.relation, mention.valid_from, mention.valid_to) == ("MENTIONS", None, None)


def test_what_the_question_names_counts_more_but_not_whatever_it_costs(
    memory: MemoryService, graph: Graph, namespace: str
) -> None:
    chain = [{"id": f"c{n}", "content": f"c {n}", "entities": [f"n{n}", f"n{n + 1}"], "facts": []} for n in range(2)]
    many = [{"id": f"m{n}", "content": f"m {n}", "entities": ["n1"], "facts": []} for n in range(40)]
    memory.episodes.insert_many([*chain, *many], namespace=namespace, link=False)

    def first(named: str) -> set[str]:
        seeds = [entity(named), entity("n2", origin="fact")]
        (path,) = SeedPaths(graph).find(SearchFilter(namespace=namespace), seeds, ["c1"], PPRConfig(), NOW).values()
        return {path.steps[0].source, path.steps[0].target}

    assert "n1" in first("n1")
    assert "n2" in first("n0")


def test_a_passage_explains_what_no_entity_leads_to(memory: MemoryService, graph: Graph, namespace: str) -> None:
    told = [{"id": f"t{n}", "content": f"t {n}", "session": "s", "entities": [], "facts": []} for n in range(2)]
    memory.episodes.insert_many(told, namespace=namespace)
    passage = Seed(kind="episode", key="t0", name="t0", weight=0.05, origin="passage")
    found = SeedPaths(graph).find(SearchFilter(namespace=namespace), [passage], ["t0", "t1"], PPRConfig(), NOW)
    assert {hit: [step.relation for step in path.steps] for hit, path in found.items()} == {"t1": ["NEXT"]}
    assert SeedPaths(graph).find(SearchFilter(namespace=namespace), [], ["t0"], PPRConfig(), NOW) == {}


def test_a_hub_is_not_walked_through(memory: MemoryService, graph: Graph, namespace: str) -> None:
    memory.temporal.add_node("Hub", namespace=namespace)
    memory.episodes.insert({"id": "h", "content": "h", "entities": ["Hub", "Ann"], "facts": []}, namespace=namespace)
    rows(
        graph, "MATCH (h:Entity {namespace: $n, canonical_name: 'hub'}) UNWIND range(1, 4000) AS i "
        "CREATE (:Episode {namespace: $n, episode_id: 'x' + i, archived: false, occurred_at_ms: i, recorded_at_ms: 0})"
        "-[:MENTIONS]->(h)", n=namespace,
    )  # fmt: skip
    seeds = [entity("hub"), entity("ann")]
    asked = SearchFilter(namespace=namespace)
    found = SeedPaths(graph).find(asked, seeds, ["x7", "h"], PPRConfig(), NOW)
    assert [step.target for step in found["x7"].steps] == ["Hub"]
    assert [step.target for step in found["h"].steps] == ["Ann"]
    rows(graph, "MATCH (e:Episode {namespace: $n}) WHERE e.episode_id STARTS WITH 'x' DETACH DELETE e", n=namespace)
