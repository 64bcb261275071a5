"""Entities of like names: noted in pairs, proposed for merging, never merged by themselves."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from support.graph_state import rows, snapshot
from support.worlds import plain

from memgraph_svc.adapters.embedders.hashing import HashingEmbedder
from memgraph_svc.errors import InvalidInputError, NotFoundError
from memgraph_svc.settings import LIMITS

if TYPE_CHECKING:
    from memgraph_svc.adapters.clock import FixedClock
    from memgraph_svc.graph.graph import Graph
    from memgraph_svc.services.memory import MemoryService

NAMES = ["graph database", "graph databases", "the graph database", "Graph-Data base", "vector index", "vector indexes"]


def add(memory: MemoryService, namespace: str, *names: str) -> None:
    for name in names:
        memory.temporal.add_node(name, namespace=namespace)


def noted(graph: Graph, namespace: str) -> dict[tuple[str, str], float]:
    found = rows(
        graph, "MATCH (a:Entity)-[s:SYNONYM_OF]->(b:Entity) WHERE a.namespace = $n AND a.canonical_name > '' "
        "RETURN a.canonical_name AS a, b.canonical_name AS b, s.score AS score, s.namespace AS n", n=namespace,
    )  # fmt: skip
    pairs = {(row["a"], row["b"]): row["score"] for row in found}
    assert len(pairs) == len(found)
    assert all(a < b for a, b in pairs)
    assert {row["n"] for row in found} <= {namespace}
    return pairs


def test_pairs_are_those_of_the_rule_and_repeating_changes_nothing(
    memory: MemoryService, graph: Graph, namespace: str
) -> None:
    add(memory, namespace, *NAMES, "AB", "A B", "ab.c")
    report = memory.temporal.link_synonyms(namespace=namespace)
    embedder = HashingEmbedder()
    query = "MATCH (n:Entity {namespace: $n}) RETURN n.canonical_name AS key, n.embedding AS v"
    stored = rows(graph, query, n=namespace)
    vectors = {row["key"]: np.asarray(row["v"]) for row in stored if row["key"] not in ("ab", "a b")}
    cosines = {(a, b): float(vectors[a] @ vectors[b]) for a, b in combinations(sorted(vectors), 2)}
    wanted = {pair: score for pair, score in cosines.items() if score >= embedder.synonym_threshold}
    pairs = noted(graph, namespace)
    assert pairs.keys() == wanted.keys()
    assert pairs == pytest.approx(wanted, abs=1e-5)
    assert wanted
    assert report.model_dump() == {"entities": 7, "created": len(wanted), "removed": 0, "kept": 0}
    state = snapshot(graph, namespace)
    again = memory.temporal.link_synonyms(namespace=namespace)
    assert again.model_dump() == {"entities": 7, "created": 0, "removed": 0, "kept": len(wanted)}
    assert snapshot(graph, namespace) == state


def test_many_names_are_compared_by_the_index_and_none_is_removed(
    memory: MemoryService, graph: Graph, namespace: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    add(memory, namespace, *NAMES, "AB", "A B", "ab.c", *(f"service number {n}" for n in range(6)))
    exact = memory.temporal.link_synonyms(namespace=namespace)
    wanted = noted(graph, namespace)
    rows(graph, "MATCH (a:Entity {namespace: $n})-[s:SYNONYM_OF]-() DELETE s", n=namespace)
    limits = LIMITS.model_copy(update={"compared_names": 3})
    monkeypatch.setattr("memgraph_svc.services.synonyms.LIMITS", limits)
    monkeypatch.setattr("memgraph_svc.repositories.synonyms._PAGE", 4)
    told: list[tuple[int, int]] = []
    report = memory.temporal.link_synonyms(namespace=namespace, progress=lambda done, total: told.append((done, total)))
    assert noted(graph, namespace) == {pair: pytest.approx(score, abs=1e-5) for pair, score in wanted.items()}
    assert (report.entities, report.created, report.removed) == (exact.entities, len(wanted), 0)
    assert told[-1] == (exact.entities, exact.entities + 2)
    again = memory.temporal.link_synonyms(namespace=namespace)
    assert again.model_dump() == {"entities": exact.entities, "created": 0, "removed": 0, "kept": len(wanted)}


def test_a_pair_too_many_is_removed_and_progress_is_told(memory: MemoryService, graph: Graph, namespace: str) -> None:
    add(memory, namespace, *NAMES, "Kestrel")
    rows(
        graph, "MATCH (a:Entity {namespace: $n, canonical_name: 'graph database'}) "
        "MATCH (b:Entity {namespace: $n, canonical_name: 'kestrel'}) "
        "CREATE (a)-[:SYNONYM_OF {namespace: $n, score: 0.9}]->(b)", n=namespace,
    )  # fmt: skip
    told: list[tuple[int, int]] = []
    report = memory.temporal.link_synonyms(namespace=namespace, progress=lambda done, total: told.append((done, total)))
    assert report.removed == 1
    assert ("graph database", "kestrel") not in noted(graph, namespace)
    assert told[-1] == (report.created + 1, report.created + 1)


def test_nobody_has_more_than_its_ten_nearest_and_who_chose_it(
    memory: MemoryService, graph: Graph, namespace: str
) -> None:
    names = [f"service number {n} of the very same long name" for n in range(40)]
    memory.episodes.insert(plain("all", id="e", entities=names), namespace=namespace)
    memory.temporal.link_synonyms(namespace=namespace)
    pairs = noted(graph, namespace)
    assert 0 < len(pairs) <= 40 * 10
    other = f"{namespace}-2"
    memory.episodes.insert(plain("all", id="e", entities=names), namespace=other)
    assert noted(graph, other) == {}
    assert memory.temporal.link_synonyms(namespace=other).created == len(pairs)


def test_the_merged_are_left_out_and_their_pairs_rest(memory: MemoryService, graph: Graph, namespace: str) -> None:
    add(memory, namespace, *NAMES)
    memory.temporal.link_synonyms(namespace=namespace)
    state, pairs = snapshot(graph, namespace), noted(graph, namespace)
    memory.temporal.merge_entities("graph databases", "graph database", namespace=namespace)
    left = {pair for pair in pairs if "graph databases" not in pair}
    assert noted(graph, namespace).keys() == left
    report = memory.temporal.link_synonyms(namespace=namespace)
    assert (report.created, report.removed, report.kept) == (0, 0, len(left))
    found = memory.temporal.merge_candidates(namespace=namespace)
    assert "graph databases" not in {name for c in found for name in (c.source, c.target)}
    memory.temporal.unmerge("graph databases", namespace=namespace)
    assert snapshot(graph, namespace) == state


def test_candidates_tell_why_and_what_is_known_of_each(memory: MemoryService, namespace: str) -> None:
    memory.episodes.insert(
        plain("x", id="e1", entities=["Graph Data Science", "Postgre SQL", "databases"],
              facts=[{"subject": "Graph Data Science", "predicate": "runs on", "object": "databases"}]),
        namespace=namespace,
    )  # fmt: skip
    add(memory, namespace, "GDS", "PostgreSQL", "database", "Oslo", "release 2024-1")
    add(memory, namespace, "release 2024-2", "UN", "United Nations", "Upper Norwood")
    memory.temporal.link_synonyms(namespace=namespace)
    found = memory.temporal.merge_candidates(namespace=namespace)
    shown = [(c.source, c.target, str(c.reason)) for c in found if c.score >= 0.9]
    assert ("PostgreSQL", "Postgre SQL", "accent/spelling") in shown
    assert ("database", "databases", "plural") in shown
    assert ("GDS", "Graph Data Science", "abbreviation") in shown
    assert [c.score for c in found] == sorted((c.score for c in found), reverse=True)
    reasons = {frozenset((c.source, c.target)): str(c.reason) for c in found}
    assert frozenset(("UN", "United Nations")) not in reasons, "two names have these initials"
    assert reasons.get(frozenset(("release 2024-1", "release 2024-2")), "similar name") == "similar name"
    (gds,) = memory.temporal.merge_candidates(namespace=namespace, entity="gds")
    assert (gds.source_mentions, gds.target_mentions, gds.source_facts, gds.target_facts) == (0, 1, 0, 1)
    assert memory.temporal.merge_candidates(namespace=namespace, limit=2) == found[:2]
    assert memory.temporal.merge_candidates(namespace=f"{namespace}-2") == []
    for candidate in found[:3]:
        merged = memory.temporal.merge_entities(candidate.source_id, candidate.target_id, namespace=namespace)
        assert merged.changed
    assert found[0] not in memory.temporal.merge_candidates(namespace=namespace)


@pytest.mark.parametrize("options", [{"limit": 0}, {"limit": True}, {"limit": 1001}, {"entity": ""}, {"entity": 3}])
def test_what_breaks_a_rule_is_refused(memory: MemoryService, namespace: str, options: dict[str, Any]) -> None:
    with pytest.raises(InvalidInputError) as caught:
        memory.temporal.merge_candidates(namespace=namespace, **options)
    assert caught.value.field in options
    with pytest.raises(InvalidInputError, match="namespace"):
        memory.temporal.link_synonyms(namespace="")


def test_an_unknown_entity_is_told(memory: MemoryService, namespace: str) -> None:
    with pytest.raises(NotFoundError, match=r"^entity: "):
        memory.temporal.merge_candidates(namespace=namespace, entity="Nobody")


def test_an_empty_namespace_has_no_pairs(memory: MemoryService, namespace: str, clock: FixedClock) -> None:
    report = memory.temporal.link_synonyms(namespace=namespace)
    assert report.model_dump() == {"entities": 0, "created": 0, "removed": 0, "kept": 0}
