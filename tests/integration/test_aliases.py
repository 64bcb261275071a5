"""Aliases: names that stand for an entity wherever a name is taken, in writes, reads, lists and questions."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Any

import pytest
from support.graph_state import rows, snapshot
from support.worlds import plain

from memgraph_svc.adapters.embedders.hashing import HashingEmbedder
from memgraph_svc.domain.name_forms import initials
from memgraph_svc.domain.query import SearchFilter
from memgraph_svc.errors import InvalidInputError, NotFoundError
from memgraph_svc.migrations.files import packaged_migrations
from memgraph_svc.repositories.store import Store

if TYPE_CHECKING:
    from memgraph_svc.adapters.clock import FixedClock
    from memgraph_svc.graph.graph import Graph
    from memgraph_svc.services.memory import MemoryService


def mentions(graph: Graph, namespace: str) -> dict[str, int]:
    found = rows(
        graph, "MATCH (:Episode {namespace: $n})-[m:MENTIONS]->(x) RETURN labels(x)[0] + ' ' + x.name AS key, "
        "sum(m.count) AS count", n=namespace,
    )  # fmt: skip
    return {row["key"]: row["count"] for row in found}


def named(memory: MemoryService, namespace: str, question: str) -> list[str]:
    return [entity.name for entity in memory.ppr.extract_query_entities(question, namespace=namespace)]


def test_an_alias_stands_for_its_entity_in_what_comes(memory: MemoryService, graph: Graph, namespace: str) -> None:
    memory.episodes.insert(plain("1", id="e1", entities=["Kubernetes"]), namespace=namespace)
    report = memory.temporal.add_alias("kubernetes", "K8s", namespace=namespace)
    assert (report.source, report.target, report.changed) == ("K8s", "Kubernetes", True)
    memory.episodes.insert(
        plain("2", id="e2", entities=[{"name": "k8s", "count": 2}, "Kubernetes"],
              facts=[{"subject": "K8S", "predicate": "runs", "object": "pods"}]), namespace=namespace,
    )  # fmt: skip
    assert mentions(graph, namespace) == {"Entity Kubernetes": 4, "Alias K8s": 2, "Entity pods": 1}
    (fact,) = memory.temporal.facts("k8s", namespace=namespace)
    assert (fact.subject, fact.sources) == ("Kubernetes", ("e2",))
    entity = memory.temporal.entity("k8s", namespace=namespace)
    assert (entity.name, entity.aliases, entity.mentions, entity.facts) == ("Kubernetes", ("K8s",), 2, 1)
    assert memory.temporal.add_node("K8S", namespace=namespace).name == "Kubernetes"
    assert memory.temporal.node_count(namespace=namespace) == 2
    assert not memory.temporal.add_alias("Kubernetes", "k8s", namespace=namespace).changed


def test_an_alias_that_was_never_used_leaves_nothing(memory: MemoryService, graph: Graph, namespace: str) -> None:
    memory.temporal.add_node("Kubernetes", namespace=namespace)
    state = snapshot(graph, namespace)
    memory.temporal.add_alias("Kubernetes", "K8s", namespace=namespace)
    assert memory.temporal.remove_alias("k8s", namespace=namespace).deleted == 1
    assert snapshot(graph, namespace) == state
    with pytest.raises(NotFoundError, match=r"^name: "):
        memory.temporal.remove_alias("k8s", namespace=namespace)
    with pytest.raises(NotFoundError, match=r"^entity: "):
        memory.temporal.add_alias("Nobody", "No", namespace=namespace)
    assert snapshot(graph, namespace) == state


def test_what_was_said_under_an_alias_becomes_an_entity_without_it(
    memory: MemoryService, graph: Graph, namespace: str
) -> None:
    memory.temporal.add_node("Kubernetes", namespace=namespace)
    memory.temporal.add_alias("Kubernetes", "K8s", namespace=namespace)
    memory.episodes.insert(plain("2", id="e2", entities=[{"name": "k8s", "type": "tool"}]), namespace=namespace)
    assert memory.temporal.entity("Kubernetes", namespace=namespace).type == "tool"
    memory.temporal.remove_alias("K8s", namespace=namespace)
    found = [(e.name, e.type, e.mentions) for e in memory.temporal.entities(namespace=namespace)]
    assert found == [("K8s", "tool", 1), ("Kubernetes", "entity", 0)]


def test_an_entity_goes_with_its_aliases_when_nothing_speaks_of_it(
    memory: MemoryService, graph: Graph, namespace: str
) -> None:
    memory.episodes.insert(plain("1", id="e1", entities=["Kubernetes", "K8s"]), namespace=namespace)
    memory.temporal.merge_entities("K8s", "Kubernetes", namespace=namespace)
    memory.episodes.delete("e1", namespace=namespace)
    assert snapshot(graph, namespace) == {}


def test_asserted_mentions_outlive_an_update_under_each_name(
    memory: MemoryService, graph: Graph, namespace: str
) -> None:
    memory.episodes.insert(plain("1", id="e1", entities=[{"name": "Ann", "count": 3}, "Anna"]), namespace=namespace)
    memory.temporal.merge_entities("Anna", "Ann", namespace=namespace)
    memory.temporal.add_node("Anna", source_episode="e1", namespace=namespace)
    assert mentions(graph, namespace) == {"Entity Ann": 4, "Alias Anna": 1}
    memory.episodes.update("e1", {"content": "other", "entities": []}, namespace=namespace)
    assert mentions(graph, namespace) == {"Entity Ann": 1, "Alias Anna": 1}
    memory.episodes.update("e1", {"content": "more", "entities": [{"name": "Ann", "count": 2}]}, namespace=namespace)
    assert mentions(graph, namespace) == {"Entity Ann": 3, "Alias Anna": 1}
    memory.temporal.unmerge("Anna", namespace=namespace)
    assert mentions(graph, namespace) == {"Entity Ann": 2, "Entity Anna": 1}


def test_entities_are_listed_to_the_end_in_one_order(memory: MemoryService, namespace: str) -> None:
    names = [f"Name {n:02}" for n in range(23)]
    memory.episodes.insert(plain("1", id="e", entities=names), namespace=namespace)
    memory.temporal.add_alias("Name 07", "Seventh", namespace=namespace)
    listed: list[str] = []
    after: str | None = None
    while page := memory.temporal.entities(namespace=namespace, limit=5, after=after):
        listed += [entity.name for entity in page]
        after = page[-1].name
    assert listed == names
    assert [e.name for e in memory.temporal.entities(namespace=namespace, like="SEVEN")] == ["Name 07"]
    assert len(memory.temporal.entities(namespace=namespace, like="name 1")) == 10
    assert memory.temporal.entities(namespace=namespace, like="100%_.*") == []
    assert memory.temporal.entities(namespace=f"{namespace}-2") == []


@pytest.mark.parametrize(
    "options", [{"limit": 0}, {"limit": 1.5}, {"like": " "}, {"after": "a\x00"}, {"namespace": "a b"}, {"like": 3}]
)
def test_a_list_refuses_what_breaks_a_rule(memory: MemoryService, namespace: str, options: dict[str, Any]) -> None:
    with pytest.raises(InvalidInputError) as caught:
        memory.temporal.entities(**{"namespace": namespace, **options})
    assert caught.value.field in options


@pytest.mark.parametrize(
    ("question", "wanted"),
    [
        ("Who runs k8s?", ["Kubernetes"]),
        ("Which graph databases are there?", ["graph database"]),
        ("What is a vector index?", ["vector indexes"]),
        ("Does GDS help?", ["Graph Data Science"]),
        ("Does graph data science help?", ["Graph Data Science"]),
        ("Who pays the Federal Bureau of Investigation?", ["FBI"]),
        ("Where is UN?", []),
        ("Is the graph database fast?", ["graph database"]),
    ],
)
def test_a_question_may_use_another_form_of_a_name(
    memory: MemoryService, namespace: str, question: str, wanted: list[str]
) -> None:
    known = ["Kubernetes", "graph database", "vector indexes", "Graph Data Science", "FBI", "United Nations",
             "Upper Norwood"]  # fmt: skip
    memory.episodes.insert(plain("1", id="e1", entities=known), namespace=namespace)
    memory.temporal.add_alias("Kubernetes", "K8s", namespace=namespace)
    memory.episodes.insert(plain("1", id="e1", entities=["Green Door Shop"]), namespace=f"{namespace}-2")
    found = named(memory, namespace, question)
    assert [name for name in found if name in known] == wanted


def test_an_exact_name_comes_before_other_forms(memory: MemoryService, namespace: str) -> None:
    memory.episodes.insert(
        plain("1", id="e1", entities=["GDS", "Graph Data Science", "index", "indexes"]), namespace=namespace
    )
    assert named(memory, namespace, "Does GDS help?") == ["GDS"]
    assert named(memory, namespace, "the indexes") == ["indexes"]
    memory.temporal.merge_entities("GDS", "Graph Data Science", namespace=namespace)
    assert named(memory, namespace, "Does GDS help?") == ["Graph Data Science"]
    result = memory.episodes.search("GDS", namespace=namespace, mode="ppr")
    assert [hit.id for hit in result.hits] == ["e1"]


def test_an_alias_is_found_by_its_meaning_too(memory: MemoryService, graph: Graph, namespace: str) -> None:
    memory.episodes.insert(plain("1", id="e1", entities=["Kubernetes", "K8s cluster"]), namespace=namespace)
    vectors = HashingEmbedder().embed_documents(["K8s cluster", "Kubernetes"])
    asked = SearchFilter(namespace=namespace)
    apart = Store(graph).entities.nearest(asked, vectors, limit=2)
    assert [found[0].name for found in apart] == ["K8s cluster", "Kubernetes"]
    memory.temporal.merge_entities("K8s cluster", "Kubernetes", namespace=namespace)
    together = Store(graph).entities.nearest(asked, vectors, limit=2)
    assert [[(m.name, round(m.cosine, 5), m.passages) for m in found] for found in together] == [
        [("Kubernetes", 1.0, 1)], [("Kubernetes", 1.0, 1)],
    ]  # fmt: skip
    assert Store(graph).entities.nearest(SearchFilter(namespace=f"{namespace}-2"), vectors) == [[], []]


def test_a_name_that_was_not_known_yet_hides_none_that_was(
    memory: MemoryService, graph: Graph, namespace: str, clock: FixedClock
) -> None:
    memory.temporal.add_node("storm gate", namespace=namespace)
    then = clock.now()
    clock.advance(timedelta(seconds=1))
    memory.temporal.add_node("storm gates", namespace=namespace)
    vectors = HashingEmbedder().embed_documents(["storm gates"])
    asked = SearchFilter(namespace=namespace, known_at=then)
    [[found]] = Store(graph).entities.nearest(asked, vectors)
    assert found.name == "storm gate"


def test_entities_of_earlier_stores_get_the_same_initials(memory: MemoryService, graph: Graph, namespace: str) -> None:
    names = [
        "Graph Data Science",
        "Oslo",
        "Bureau of the Interior",
        "東京 大学 x",
        "& Co 7 x",
        "😀 a b",
        "a b c d e f g h i j",
    ]
    memory.episodes.insert(plain("1", id="e1", entities=names), namespace=namespace)
    query = "MATCH (n:Entity {namespace: $n}) RETURN n.canonical_name AS name, n.initials AS initials"
    made = {row["name"]: row["initials"] for row in rows(graph, query, n=namespace)}
    assert made == {name: initials(name) for name in made}
    rows(graph, "MATCH (n:Entity {namespace: $n}) REMOVE n.initials", n=namespace)
    (migration,) = [m for m in packaged_migrations() if m.name == "initials"]
    rows(graph, migration.query.text)
    assert {row["name"]: row["initials"] for row in rows(graph, query, n=namespace)} == made
