"""Adding entities by themselves and from an episode."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from support.graph_state import rows, snapshot
from support.worlds import plain

from memgraph_svc.domain.identity import entity_id
from memgraph_svc.errors import InvalidInputError, NotFoundError

if TYPE_CHECKING:
    from memgraph_svc.graph.graph import Graph
    from memgraph_svc.services.memory import MemoryService


def test_a_node_is_added_once_whatever_its_spelling(memory: MemoryService, graph: Graph, namespace: str) -> None:
    entity = memory.temporal.add_node("Café-Central", namespace=namespace)
    assert entity.model_dump() == {
        "entity_id": entity_id(namespace, "cafe central"), "name": "Café-Central", "canonical_name": "cafe central",
        "type": "entity", "aliases": (),
    }  # fmt: skip
    state = snapshot(graph, namespace)
    assert memory.temporal.add_node("cafe_central.", namespace=namespace) == entity
    assert snapshot(graph, namespace) == state
    assert memory.temporal.node_count(namespace=namespace) == 1
    (stored,) = rows(graph, "MATCH (n:Entity {namespace: $n}) RETURN size(n.embedding) AS size", n=namespace)
    assert stored["size"] == 256


def test_a_type_is_taken_from_whoever_knows_it_first(memory: MemoryService, namespace: str) -> None:
    assert memory.temporal.add_node("Otter", namespace=namespace).type == "entity"
    assert memory.temporal.add_node("otter", "agent", namespace=namespace).type == "agent"
    assert memory.temporal.add_node("OTTER", type="animal", namespace=namespace).type == "agent"
    assert memory.temporal.add_node("Otter", namespace=namespace).type == "agent"


def test_with_a_source_the_episode_mentions_it(memory: MemoryService, graph: Graph, namespace: str) -> None:
    memory.episodes.insert(plain("text", id="e", entities=[{"name": "Ann", "count": 3}]), namespace=namespace)
    for _ in range(2):
        memory.temporal.add_node("Ben", source_episode="e", namespace=namespace)
        memory.temporal.add_node("Ann", source_episode="e", namespace=namespace)
    mentioned = rows(
        graph, "MATCH (:Episode {namespace: $n, episode_id: 'e'})-[m:MENTIONS]->(x) "
        "RETURN x.name AS name, m.count AS count, m.namespace AS n ORDER BY name", n=namespace,
    )  # fmt: skip
    assert [tuple(row.values()) for row in mentioned] == [("Ann", 3, namespace), ("Ben", 1, namespace)]
    assert memory.temporal.node_count(namespace=namespace) == 2


def test_only_what_was_added_for_its_own_sake_outlives_its_episodes(memory: MemoryService, namespace: str) -> None:
    memory.episodes.insert(plain("text", id="e", entities=["Ann", "Ben"]), namespace=namespace)
    memory.temporal.add_node("Cleo", source_episode="e", namespace=namespace)
    memory.temporal.add_node("Ben", namespace=namespace)
    memory.temporal.add_node("Dov", namespace=namespace)
    assert memory.episodes.delete("e", namespace=namespace).entities == 2
    assert memory.temporal.node_count(namespace=namespace) == 2


def test_an_unknown_source_writes_nothing(memory: MemoryService, graph: Graph, namespace: str) -> None:
    other = f"{namespace}-2"
    memory.episodes.insert(plain("text", id="e"), namespace=other)
    for name in ("Ann", "Ben"):
        with pytest.raises(NotFoundError, match="'e' is not in namespace"):
            memory.temporal.add_node(name, source_episode="e", namespace=namespace)
    assert snapshot(graph, namespace) == {}
    assert memory.temporal.node_count(namespace=other) == 0


@pytest.mark.parametrize(
    ("options", "field"),
    [
        ({"name": ""}, "name"), ({"name": " \u200b "}, "name"), ({"name": "two\nlines"}, "name"),
        ({"name": "x" * 513}, "name"), ({"name": "a\x00b"}, "name"), ({"name": "\ud800"}, "name"),
        ({"name": None}, "name"), ({"name": "\ufdfa" * 500}, "name"), ({"type": " "}, "type"),
        ({"type": 3}, "type"), ({"source_episode": "a b"}, "source_episode"),
        ({"source_episode": ""}, "source_episode"), ({"namespace": "a b"}, "namespace"),
        ({"namespace": None}, "namespace"),
    ],
)  # fmt: skip
def test_what_breaks_a_rule_is_refused(
    memory: MemoryService, graph: Graph, namespace: str, options: dict[str, Any], field: str
) -> None:
    with pytest.raises(InvalidInputError) as caught:
        memory.temporal.add_node(**{"name": "Ann", "namespace": namespace, **options})
    assert caught.value.field == field
    assert snapshot(graph, namespace) == {}


def test_the_longest_and_the_oddest_names_are_kept(memory: MemoryService, namespace: str) -> None:
    names = ["x" * 512, "😀" * 512, "'", "«»", "!!!", "C#", "C++", "C", "東京", "a`b]-(n) {x: $y} // '\"", "ﬁ" * 512]
    for name in names:
        assert memory.temporal.add_node(name, namespace=namespace).name == name
    assert memory.temporal.node_count(namespace=namespace) == len(names)
