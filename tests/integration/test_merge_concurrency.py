"""Merging and taking apart while others write: nothing is lost, and no name is an entity and an alias at once."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

import pytest
from support.graph_state import rows
from support.worlds import plain

from memgraph_svc.errors import InvalidInputError
from memgraph_svc.graph.identifiers import namespace_label

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from memgraph_svc.graph.graph import Graph
    from memgraph_svc.services.memory import MemoryService

WRITERS = 4
EACH = 8
_TEA = {"predicate": "likes", "object": "Tea"}


def at_once(actions: Sequence[Callable[[], Any]]) -> list[Any]:
    with ThreadPoolExecutor(len(actions)) as pool:
        return [future.result() for future in [pool.submit(action) for action in actions]]


def writer(memory: MemoryService, namespace: str, number: int) -> None:
    for place in range(EACH):
        key = f"e{number}-{place}"
        names = [{"name": "Ann", "count": 2}, {"name": "Anna", "count": 3}, "Tea"]
        facts = [{"subject": "Ann", **_TEA}, {"subject": "Anna", **_TEA}]
        memory.episodes.insert(plain(key, id=key, entities=names, facts=facts), namespace=namespace)
        if place % 4 == 3:
            memory.episodes.update(key, {"content": f"{key} again", "entities": names[:2]}, namespace=namespace)
    memory.episodes.delete(f"e{number}-0", namespace=namespace)


def check(graph: Graph, namespace: str) -> None:
    labels = "MATCH (n {namespace: $n}) WHERE n:Entity OR n:Alias RETURN n.canonical_name AS name, labels(n) AS labels"
    nodes = rows(graph, labels, n=namespace)
    assert len({row["name"] for row in nodes}) == len(nodes), "a name is there twice"
    # projections select by the label of the namespace, which entities bear and aliases do not
    assert all(sorted(row["labels"]) in (["Alias"], ["Entity", namespace_label(namespace)]) for row in nodes)
    counted = rows(
        graph, "MATCH (e:Episode {namespace: $n}) RETURN e.episode_id AS id, "
        "COLLECT { MATCH (e)-[m:MENTIONS]->(x) WHERE x.canonical_name STARTS WITH 'ann' "
        "RETURN x.canonical_name + ' ' + labels(x)[0] + ' ' + m.count ORDER BY x.canonical_name } AS found",
        n=namespace,
    )  # fmt: skip
    assert len(counted) == WRITERS * (EACH - 1)
    wanted = (["ann Entity 2", "anna Entity 3"], ["ann Alias 2", "anna Entity 5"])
    assert {tuple(row["found"]) for row in counted} in [{tuple(found)} for found in wanted]
    sources = "MATCH ()-[f:RELATES_TO {namespace: $n}]->() WHERE f.invalidated_at IS NULL RETURN f.sources AS sources"
    said = {row["id"] for row in counted}
    believed = rows(graph, sources, n=namespace)
    assert len(believed) == len({tuple(row["found"]) for row in counted}) * (2 if "Alias" not in str(counted) else 1)
    assert all(set(row["sources"]) == said for row in believed)


def test_a_merge_among_writers_loses_nothing(memory: MemoryService, graph: Graph, namespace: str) -> None:
    memory.temporal.add_node("Ann", namespace=namespace)
    memory.temporal.add_node("Anna", namespace=namespace)

    def merge() -> None:
        for _ in range(3):
            memory.temporal.merge_entities("Ann", "Anna", namespace=namespace)
            memory.temporal.unmerge("Ann", namespace=namespace)
        memory.temporal.merge_entities("Ann", "Anna", namespace=namespace)

    at_once([merge, *(lambda n=n: writer(memory, namespace, n) for n in range(WRITERS))])
    check(graph, namespace)
    assert memory.temporal.entity("ann", namespace=namespace).mentions == WRITERS * (EACH - 1)
    memory.temporal.unmerge("Ann", namespace=namespace)
    check(graph, namespace)


def test_a_new_alias_races_with_the_entity_of_its_name(memory: MemoryService, graph: Graph, namespace: str) -> None:
    memory.temporal.add_node("Anna", namespace=namespace)

    def alias() -> None:
        memory.temporal.add_alias("Anna", "Ann", namespace=namespace)

    at_once([alias, alias, *(lambda n=n: writer(memory, namespace, n) for n in range(WRITERS))])
    check(graph, namespace)


@pytest.mark.parametrize("names", [("Ann", "Anna", "Anna", "Ann"), ("Ann", "Anna", "Ann", "Tea")])
def test_of_two_merges_at_once_one_comes_first(
    memory: MemoryService, graph: Graph, namespace: str, names: tuple[str, ...]
) -> None:
    for number in range(WRITERS):
        writer(memory, namespace, number)

    def merge(source: str, target: str) -> bool:
        try:
            return memory.temporal.merge_entities(source, target, namespace=namespace).changed
        except InvalidInputError as error:
            return "circle" not in error.rule

    done = at_once([lambda: merge(*names[:2]), lambda: merge(*names[2:])])
    assert any(done)
    nodes = rows(graph, "MATCH (a:Alias {namespace: $n})-[:ALIAS_OF]->(b) RETURN count(*) AS steps", n=namespace)
    aliases = rows(graph, "MATCH (a:Alias {namespace: $n}) RETURN count(*) AS steps", n=namespace)
    assert nodes == aliases


def test_adding_and_retracting_outlive_merges(memory: MemoryService, graph: Graph, namespace: str) -> None:
    memory.temporal.add_node("Ann", namespace=namespace)
    memory.temporal.add_node("Anna", namespace=namespace)

    def merge() -> None:
        for _ in range(EACH):
            memory.temporal.merge_entities("Ann", "Anna", namespace=namespace)
            memory.temporal.unmerge("Ann", namespace=namespace)

    def add() -> None:
        for _ in range(4 * EACH):
            memory.temporal.add_node("Ann", namespace=namespace)

    def retract() -> None:
        for _ in range(EACH):
            stated = memory.temporal.assert_fact("Ann", "likes", "Tea", namespace=namespace)
            memory.temporal.retract_fact(str(stated.fact_id), namespace=namespace)

    at_once([merge, add, add, retract])
    assert memory.temporal.facts(namespace=namespace, include_ended=True) == []
    live = "MATCH ()-[c:CLAIMS {namespace: $n}]->() WHERE c.retracted_at_ms = 9007199254740991 RETURN c"
    assert rows(graph, live, n=namespace) == []
