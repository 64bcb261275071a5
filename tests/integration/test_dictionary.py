"""Codes of a namespace: given once, kept by merges, retired by deletion, and read back through the store."""

from __future__ import annotations

import uuid
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

import pytest
from support.graph_state import rows
from support.two_names import tick
from support.worlds import plain

from memgraph_svc.crl import Dictionary, Statement, Verbatim, When
from memgraph_svc.errors import CRLError, InvalidInputError
from memgraph_svc.services import crl_dictionary

if TYPE_CHECKING:
    from memgraph_svc.adapters.clock import FixedClock
    from memgraph_svc.crl import Line
    from memgraph_svc.graph.graph import Graph
    from memgraph_svc.services.memory import MemoryService

WRITERS, EACH = 4, 4
HOSTILE = (
    "$1", "$", "$$2", "= x", "a $0 b", "%AB", '"', "| pipe", "# 3", "x:y & z", "漢字 号", "É\u0301t\u00e9", "AB",
    "the $0", "node", "node 2", "@2026", "\\n", "checkout-api", "checkout-api node", "RELATES_TO",
    "'}) DETACH DELETE n //",
)  # fmt: skip


def names(memory: MemoryService, namespace: str) -> tuple[str | None, ...]:
    return memory.crl.dictionary(namespace=namespace).names


def add(memory: MemoryService, namespace: str, *given: str) -> None:
    for name in given:
        memory.temporal.add_node(name, namespace=namespace)


def test_codes_follow_recorded_time_and_name_and_stay(
    memory: MemoryService, namespace: str, clock: FixedClock, graph: Graph
) -> None:
    assert memory.crl.dictionary(namespace=namespace) == Dictionary()
    assert memory.crl.encode([Verbatim("cost $1")], namespace=namespace) == "%crl1 dict=0\ncost $$1"
    add(memory, namespace, "Zeta Pump", "Beta Valve", "beta-valve")
    memory.temporal.declare_predicate("feeds", functional=True, namespace=namespace)
    early = names(memory, namespace)
    assert early == ("Beta Valve", "feeds", "Zeta Pump")
    assert names(memory, namespace) == early
    nodes = "MATCH (n:Coded {namespace: $n}) RETURN n.name AS name, n.code AS code ORDER BY code"
    assert [(row["code"], row["name"]) for row in rows(graph, nodes, n=namespace)] == [*enumerate(early)]

    said: list[Line] = [Statement("Zeta Pump", ":feeds", "Beta Valve", concept=True), Verbatim("Alpha Tank waits")]
    document = memory.crl.encode(said, namespace=namespace)
    assert document == "%crl1 dict=3\n$2 :$1 &$0\nAlpha Tank waits"
    tick(clock)
    add(memory, namespace, "Alpha Tank", "Aaron")
    assert names(memory, namespace) == (*early, "Aaron", "Alpha Tank")
    assert memory.crl.decode(document, namespace=namespace) == said
    assert memory.crl.encode(said, namespace=namespace) == "%crl1 dict=5\n$2 :$1 &$0\n$4 waits"


def test_codes_are_given_a_part_at_a_time_in_the_same_order(
    memory: MemoryService, namespace: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(crl_dictionary, "_GIVEN_AT_ONCE", 2)
    add(memory, namespace, "e", "b", "d", "a", "c")
    assert names(memory, namespace) == ("a", "b", "c", "d", "e")


def test_concurrent_writers_never_give_a_code_twice(memory: MemoryService, namespace: str, graph: Graph) -> None:
    def work(number: int) -> list[Dictionary]:
        seen: list[Dictionary] = []
        for place in range(EACH):
            entities = [f"Thing {number} {place}", f"Shared {place}", "Common"]
            memory.episodes.insert(plain(f"t {number} {place}", id=f"e{number}-{place}", entities=entities),
                                   namespace=namespace)  # fmt: skip
            seen.append(memory.crl.dictionary(namespace=namespace))
            assert {f"Thing {number} {place}", f"Shared {place}"} <= set(seen[-1].names)
        return seen

    with ThreadPoolExecutor(WRITERS) as pool:
        seen = [found for each in pool.map(work, range(WRITERS)) for found in each]
    final = names(memory, namespace)
    assert len(final) == len(set(final)) == WRITERS * EACH + EACH + 1
    assert all(found.names == final[: len(found.names)] for found in seen)
    held = rows(graph, "MATCH (n:Entity {namespace: $n}) RETURN n.name AS name, n.code AS code", n=namespace)
    assert {row["code"]: row["name"] for row in held} == dict(enumerate(final))


def test_a_merged_entity_keeps_its_code_as_an_alias(memory: MemoryService, namespace: str) -> None:
    add(memory, namespace, "Ann Lee", "A. Lee", "Lee")
    said = [Verbatim("A. Lee met Ann Lee")]
    document = memory.crl.encode(said, namespace=namespace)
    before = names(memory, namespace)
    memory.temporal.merge_entities("A. Lee", "Ann Lee", namespace=namespace)
    memory.temporal.merge_entities("Ann Lee", "Lee", namespace=namespace)
    memory.temporal.add_alias("Lee", "Leigh", namespace=namespace)
    merged = memory.crl.dictionary(namespace=namespace)
    assert merged.names == before == ("A. Lee", "Ann Lee", "Lee")  # a name that was never an entity's gets no code
    assert [merged.current(code) for code in range(3)] == [2, 2, 2]
    assert memory.crl.decode(document, namespace=namespace) == said
    assert memory.crl.encode(said, namespace=namespace) == document
    memory.temporal.unmerge("Ann Lee", namespace=namespace)
    apart = memory.crl.dictionary(namespace=namespace)
    assert apart.names == before
    assert [apart.current(code) for code in range(3)] == [1, 1, 2]
    memory.temporal.unmerge("A. Lee", namespace=namespace)
    assert memory.crl.dictionary(namespace=namespace) == Dictionary(before)


def test_the_code_of_what_is_deleted_is_retired(memory: MemoryService, namespace: str) -> None:
    memory.episodes.insert(plain("t", id="e1", entities=["Gone", "Stays"]), namespace=namespace)
    memory.episodes.insert(plain("u", id="e2", entities=["Stays"]), namespace=namespace)
    used = memory.crl.encode([Verbatim("all of Gone is here")], namespace=namespace)
    other = memory.crl.encode([Verbatim("all of Stays is here")], namespace=namespace)
    assert (used, other) == ("%crl1 dict=2\nall of $0 is here", "%crl1 dict=2\nall of $1 is here")
    memory.episodes.delete("e1", namespace=namespace)
    assert names(memory, namespace) == (None, "Stays")
    with pytest.raises(CRLError, match=r"line 2, column \d+: code \$0 is retired"):
        memory.crl.decode(used, namespace=namespace)
    assert memory.crl.decode(other, namespace=namespace) == [Verbatim("all of Stays is here")]

    memory.episodes.insert(plain("t", id="e1", entities=["Gone"]), namespace=namespace)
    assert names(memory, namespace) == (None, "Stays", "Gone")
    assert memory.crl.encode([Verbatim("Gone")], namespace=namespace) == "%crl1 dict=3\n$2"
    with pytest.raises(CRLError, match=r"\$0 is retired"):
        memory.crl.decode(used, namespace=namespace)


def test_what_goes_with_its_entity_is_retired_with_it(memory: MemoryService, namespace: str) -> None:
    memory.episodes.insert(plain("t", id="e1", entities=["Robert Stone", "Bob"]), namespace=namespace)
    document = memory.crl.encode([Verbatim("call Robert Stone")], namespace=namespace)
    memory.temporal.merge_entities("Robert Stone", "Bob", namespace=namespace)
    memory.episodes.delete("e1", namespace=namespace)
    assert names(memory, namespace) == (None, None)
    with pytest.raises(CRLError, match=r"\$1 is retired"):
        memory.crl.decode(document, namespace=namespace)


def test_an_entity_and_a_predicate_of_one_name_have_their_own_codes(memory: MemoryService, namespace: str) -> None:
    memory.temporal.declare_predicate("owner", functional=True, namespace=namespace)
    assert names(memory, namespace) == ("owner",)
    memory.episodes.insert(plain("t", id="e1", entities=["owner", "proprietor"]), namespace=namespace)
    memory.temporal.merge_entities("proprietor", "owner", namespace=namespace)
    both = memory.crl.dictionary(namespace=namespace)
    assert both.names == ("owner", None)  # the later code is given and not used
    memory.temporal.unmerge("proprietor", namespace=namespace)
    assert names(memory, namespace) == ("owner", None, "proprietor")
    memory.temporal.merge_entities("proprietor", "owner", namespace=namespace)
    assert memory.crl.dictionary(namespace=namespace).aliases == ((2, 0),)


def test_a_later_code_of_one_name_is_used_when_the_first_is_gone(
    memory: MemoryService, namespace: str, clock: FixedClock
) -> None:
    memory.episodes.insert(plain("t", id="e1", entities=["owner"]), namespace=namespace)
    tick(clock)
    memory.temporal.declare_predicate("owner", functional=True, namespace=namespace)
    assert names(memory, namespace) == ("owner", None)
    memory.episodes.delete("e1", namespace=namespace)
    assert names(memory, namespace) == (None, "owner")


def test_namespaces_have_dictionaries_of_their_own(memory: MemoryService, namespace: str) -> None:
    other = f"t-{uuid.uuid4().hex[:12]}"
    add(memory, namespace, "First", "Second")
    add(memory, other, "Second", "Third")
    document = memory.crl.encode([Verbatim("Second thing")], namespace=namespace)
    assert names(memory, other) == ("Second", "Third")
    assert names(memory, namespace) == ("First", "Second")
    assert memory.crl.decode(document, namespace=namespace) == [Verbatim("Second thing")]
    with pytest.raises(CRLError, match="2 names"):
        memory.crl.decode(document, namespace=f"{other}-empty")


def test_hostile_names_read_back_through_the_store(memory: MemoryService, namespace: str, clock: FixedClock) -> None:
    memory.episodes.insert(plain("t", id="e1", entities=list(HOSTILE)), namespace=namespace)
    for predicate in ("sits $3 on", ":is_a", "$7", "node"):
        memory.temporal.declare_predicate(predicate, functional=True, namespace=namespace)
    said: list[Line] = [Verbatim(f"of {name}, and {name}s\n{name}") for name in HOSTILE]
    said += [
        Statement(name, f":{predicate}", other, concept=True, when=When("2026-03-01"), turn=3)
        for name, other, predicate in zip(
            HOSTILE, HOSTILE[1:], ("sits $3 on", ":is_a", "$7", "node", "new") * 5, strict=False
        )
    ]
    document = memory.crl.encode(said, namespace=namespace)
    held = names(memory, namespace)
    assert document.startswith(f"%crl1 dict={len(held)}\n")
    assert set(held) >= set(HOSTILE)
    assert memory.crl.decode(document, namespace=namespace) == said
    tick(clock)
    memory.episodes.insert(plain("u", id="e2", entities=["of", "and", "s"]), namespace=namespace)
    memory.temporal.merge_entities("node 2", "node", namespace=namespace)
    assert names(memory, namespace)[: len(held)] == held
    assert memory.crl.decode(document, namespace=namespace) == said


def test_wrong_values_are_named(memory: MemoryService, namespace: str) -> None:
    with pytest.raises(InvalidInputError, match="namespace"):
        memory.crl.dictionary(namespace="a b")
    with pytest.raises(InvalidInputError, match="namespace"):
        memory.crl.decode("%crl1\n", namespace="")
    with pytest.raises(InvalidInputError, match="document"):
        memory.crl.decode(b"%crl1\n", namespace=namespace)  # pyright: ignore[reportArgumentType]
    with pytest.raises(InvalidInputError, match=r"lines\.1"):
        memory.crl.encode(["text"], namespace=namespace)  # pyright: ignore[reportArgumentType]
    with pytest.raises(CRLError, match="line 1"):
        memory.crl.decode("no head", namespace=namespace)
    assert memory.crl.decode("%crl1\n$0 = x", namespace=namespace) == [Statement("$0", "=", "x")]
