"""Chains, circles and repeats of merges, and what is refused."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from support.graph_state import snapshot
from support.two_names import believed, fact, fill, like_tea

from memgraph_svc.domain.identity import entity_id
from memgraph_svc.errors import InvalidInputError, NotFoundError

if TYPE_CHECKING:
    from memgraph_svc.adapters.clock import FixedClock
    from memgraph_svc.graph.graph import Graph
    from memgraph_svc.services.memory import MemoryService


def test_chains_circles_and_repeats(memory: MemoryService, graph: Graph, namespace: str, clock: FixedClock) -> None:
    like_tea(memory, namespace, clock, "Ann", "Anna", "Annie", "Anne")
    states = [snapshot(graph, namespace)]
    merge = memory.temporal.merge_entities
    for source, target in (("Ann", "Anna"), ("Anna", "Annie"), ("Annie", "Anne")):
        merge(source, target, namespace=namespace)
        states.append(snapshot(graph, namespace))
    assert memory.temporal.entity("Ann", namespace=namespace).aliases == ("Ann", "Anna", "Annie")
    (tea,) = memory.temporal.facts("ann", namespace=namespace)
    assert (tea.subject, tea.sources) == ("Anne", ("e0", "e1", "e2", "e3"))
    for source, target in (("Ann", "Anne"), ("Ann", "Anna"), ("Anne", "anne"), ("Annie", "Annie")):
        report = merge(source, target, namespace=namespace)
        assert not report.changed
        assert report.note
    with pytest.raises(InvalidInputError, match="'Ann' -> 'Anna' -> 'Annie' -> 'Anne' -> 'Ann'") as caught:
        merge("Anne", "Ann", namespace=namespace)
    assert caught.value.field == "target"
    assert not memory.temporal.unmerge("Anne", namespace=namespace).changed
    assert snapshot(graph, namespace) == states.pop()
    for name in ("Annie", "Anna", "Ann"):
        memory.temporal.unmerge(name, namespace=namespace)
        assert snapshot(graph, namespace) == states.pop()


def test_a_link_of_a_chain_is_taken_out_with_what_stands_for_it(
    memory: MemoryService, namespace: str, clock: FixedClock
) -> None:
    like_tea(memory, namespace, clock, "Ann", "Anna", "Annie")
    memory.temporal.merge_entities("Ann", "Anna", namespace=namespace)
    memory.temporal.merge_entities("Anna", "Annie", namespace=namespace)
    memory.temporal.unmerge(entity_id(namespace, "anna"), namespace=namespace)
    listed = memory.temporal.entities(namespace=namespace, like="ann")
    found = [(e.name, e.aliases, e.mentions, e.facts) for e in listed]
    assert found == [("Anna", ("Ann",), 2, 1), ("Annie", (), 1, 1)]


@pytest.mark.parametrize("names", [("Nobody", "Ann"), ("Ann", "Nobody"), ("en_" + "0" * 32, "Ann")])
def test_unknown_names_are_told_by_their_field(
    memory: MemoryService, graph: Graph, namespace: str, names: tuple[str, str]
) -> None:
    memory.temporal.add_node("Ann", namespace=namespace)
    memory.temporal.add_node("Nobody", namespace=f"{namespace}-2")
    state = snapshot(graph, namespace)
    with pytest.raises(NotFoundError, match="^target" if names[0] == "Ann" else "^source"):
        memory.temporal.merge_entities(*names, namespace=namespace)
    with pytest.raises(NotFoundError, match=r"^name"):
        memory.temporal.unmerge("Nobody", namespace=namespace)
    assert snapshot(graph, namespace) == state


@pytest.mark.parametrize(
    ("call", "field"),
    [
        (("merge_entities", "", "Ann"), "source"), (("merge_entities", "Ann", "a\x00"), "target"),
        (("merge_entities", 3, "Ann"), "source"), (("unmerge", "two\nlines"), "name"), (("entity", None), "name"),
        (("add_alias", "Ann", "x" * 513), "alias"), (("add_alias", " ", "A"), "entity"),
        (("remove_alias", "\ud800"), "name"),
    ],
)  # fmt: skip
def test_what_breaks_a_rule_is_refused(
    memory: MemoryService, graph: Graph, namespace: str, call: tuple[Any, ...], field: str
) -> None:
    memory.temporal.add_node("Ann", namespace=namespace)
    state = snapshot(graph, namespace)
    with pytest.raises(InvalidInputError) as caught:
        getattr(memory.temporal, call[0])(*call[1:], namespace=namespace)
    assert caught.value.field == field
    with pytest.raises(InvalidInputError, match="namespace"):
        getattr(memory.temporal, call[0])(*call[1:], namespace="a b")
    assert snapshot(graph, namespace) == state


def test_odd_names_are_merged_as_they_are(memory: MemoryService, graph: Graph, namespace: str) -> None:
    odd = ["a`b]-(n) {x: $y} // '\"", "C#", "东京", "😀", "x" * 512]
    for name in odd:
        memory.temporal.add_node(name, namespace=namespace)
    state = snapshot(graph, namespace)
    for name in odd[1:]:
        assert memory.temporal.merge_entities(name, odd[0], namespace=namespace).source == name
    assert set(memory.temporal.entity(odd[0], namespace=namespace).aliases) == set(odd[1:])
    for name in odd[1:]:
        memory.temporal.unmerge(name, namespace=namespace)
    assert snapshot(graph, namespace) == state


def test_another_namespace_is_untouched(memory: MemoryService, graph: Graph, namespace: str, clock: FixedClock) -> None:
    other = f"{namespace}-2"
    fill(memory, other, clock)
    fill(memory, namespace, clock)
    state = snapshot(graph, other)
    memory.temporal.merge_entities("A. Lee", "Ann Lee", namespace=namespace)
    memory.temporal.unmerge("A. Lee", namespace=namespace)
    memory.temporal.merge_entities("A. Lee", "Ann Lee", namespace=namespace)
    assert snapshot(graph, other) == state
    assert memory.temporal.entity("A. Lee", namespace=other).name == "A. Lee"


def test_a_fact_between_two_names_of_an_entity_is_told_and_kept(memory: MemoryService, namespace: str) -> None:
    memory.temporal.add_node("Anna", namespace=namespace)
    memory.temporal.add_alias("Anna", "Ann", namespace=namespace)
    given = {"entities": [], "facts": [fact("Ann", "is", "Anna")]}
    reports = [
        memory.remember({"id": "e1", "content": "one", **given}, namespace=namespace),
        memory.episodes.update("e1", {"content": "two"}, namespace=namespace),
    ]
    for report in reports:
        (refusal,) = report.refused
        assert (report.facts, refusal.field, refusal.id) == (0, "facts", "e1")
        assert "same entity" in refusal.rule
    memory.temporal.unmerge("Ann", namespace=namespace)
    assert believed(memory, namespace) == {("Ann", "is", "Anna")}
