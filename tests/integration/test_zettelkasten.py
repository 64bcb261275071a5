"""Similarity links on a real graph: what an insert makes, and what the repair pass makes exact."""

from __future__ import annotations

import random
from datetime import timedelta
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from support.graph_state import archive, links, rows, snapshot
from support.link_rule import THRESHOLD, K, exact_links, give
from support.worlds import NOW, FixedEmbedder, make_memory, plane, vector

from memgraph_svc.errors import InvalidInputError, NotFoundError
from memgraph_svc.repositories.links import LinkRepository
from memgraph_svc.settings import LinkConfig

if TYPE_CHECKING:
    from memgraph_svc.adapters.clock import FixedClock
    from memgraph_svc.graph.graph import Graph
    from memgraph_svc.services.memory import MemoryService
    from memgraph_svc.settings import Settings


@pytest.fixture
def embedder() -> FixedEmbedder:
    return FixedEmbedder(threshold=THRESHOLD)


@pytest.fixture
def memory(graph: Graph, server: Settings, namespace: str, clock: FixedClock, embedder: FixedEmbedder) -> MemoryService:
    return make_memory(graph, server, namespace, embedder=embedder, clock=clock)


def test_an_insert_links_to_what_is_near_and_both_ends_see_it(
    memory: MemoryService, graph: Graph, namespace: str, embedder: FixedEmbedder
) -> None:
    first, far, near = give(embedder, a=plane(0), b=plane(80), c=plane(30))
    assert memory.episodes.insert(first, namespace=namespace).linked == 0
    assert memory.episodes.insert(far, namespace=namespace).linked == 0
    assert memory.episodes.insert(near, namespace=namespace).linked == 1
    assert links(graph, namespace) == {("a", "c"): pytest.approx(np.cos(np.radians(30)), abs=1e-6)}
    for here, there in (("a", "c"), ("c", "a")):
        (neighbor,) = memory.zettelkasten.find_neighbors(here, namespace=namespace)
        assert (neighbor.episode_id, neighbor.content) == (there, f"text of {there}")
    assert memory.zettelkasten.find_neighbors("b", namespace=namespace) == []
    (stored,) = rows(
        graph,
        "MATCH (:Episode {namespace: $n, episode_id: 'a'})-[l:SIMILAR_TO]-() RETURN properties(l) AS link",
        n=namespace,
    )
    assert stored["link"]["namespace"] == namespace
    assert stored["link"]["model"] == embedder.model_id
    assert stored["link"]["linked_at_ms"] == int(NOW.timestamp() * 1000)


def test_a_batch_links_its_rows_among_themselves_and_to_what_is_stored(
    memory: MemoryService, graph: Graph, namespace: str, embedder: FixedEmbedder
) -> None:
    stored, *batch = give(embedder, d=plane(0), a=plane(20), c=plane(40), b=plane(90))
    memory.episodes.insert(stored, namespace=namespace)
    assert memory.episodes.insert_many(batch, namespace=namespace).linked == 3
    assert set(links(graph, namespace)) == {("a", "d"), ("c", "d"), ("a", "c")}
    assert set(links(graph, namespace)) == set(exact_links(graph, namespace))


@pytest.mark.parametrize("threshold", [0.7, 0.9, 1.0])
def test_links_are_made_from_the_cosine_of_the_threshold_on(
    graph: Graph, server: Settings, namespace: str, embedder: FixedEmbedder, threshold: float
) -> None:
    memory = make_memory(graph, server, namespace, embedder=embedder, link=LinkConfig(threshold=threshold))

    def away(axis: int, cosine: float) -> Any:
        return vector(cosine, *([0.0] * axis), np.sqrt(1 - cosine**2))

    near = {"at": away(0, threshold), "below": away(1, threshold - 1e-4), "above": away(2, min(threshold + 1e-4, 1.0))}
    for row in give(embedder, centre=vector(1.0), **near):
        memory.episodes.insert(row, namespace=namespace)
    linked = {pair for pair in links(graph, namespace) if "centre" in pair}
    assert linked == {("at", "centre"), ("above", "centre")}
    memory.zettelkasten.batch_link(namespace=namespace)
    assert {pair for pair in links(graph, namespace) if "centre" in pair} == linked
    assert links(graph, namespace).keys() == exact_links(graph, namespace, threshold=threshold).keys()


def test_among_equals_the_smaller_ids_are_the_nearest(
    memory: MemoryService, graph: Graph, namespace: str, embedder: FixedEmbedder
) -> None:
    names = [f"n{number}" for number in (4, 2, 7, 1, 6, 3, 5)]
    vectors = {name: vector(1.0, *([0.0] * place), 0.6) for place, name in enumerate(names)}
    batch = give(embedder, **vectors, z=vector(1.0))
    memory.episodes.insert_many(batch, namespace=namespace)
    memory.zettelkasten.batch_link(namespace=namespace)
    # to each n the z is the nearest, so all seven are linked to it, though z itself takes five
    assert {pair for pair in links(graph, namespace) if "z" in pair} == {(name, "z") for name in names}
    assert links(graph, namespace).keys() == exact_links(graph, namespace).keys()
    listed = [n.episode_id for n in memory.zettelkasten.find_neighbors("z", namespace=namespace)]
    assert listed == sorted(names)


def test_a_crowded_episode_keeps_those_to_which_it_is_near(
    memory: MemoryService, graph: Graph, namespace: str, embedder: FixedEmbedder
) -> None:
    """The first of two crowds is full of its own; the newcomer takes its five nearest and nobody takes it."""
    crowd = give(embedder, **{f"c{number}": plane(number / 10) for number in range(8)})
    memory.episodes.insert_many(crowd, namespace=namespace)
    (newcomer,) = give(embedder, new=plane(20))
    assert memory.episodes.insert(newcomer, namespace=namespace).linked == K
    assert {pair for pair in links(graph, namespace) if "new" in pair} == {(f"c{n}", "new") for n in range(3, 8)}
    assert links(graph, namespace).keys() == exact_links(graph, namespace).keys()


def test_the_number_of_neighbours_is_a_setting(
    graph: Graph, server: Settings, namespace: str, embedder: FixedEmbedder
) -> None:
    memory = make_memory(graph, server, namespace, embedder=embedder, link=LinkConfig(k=1, threshold=0.99))
    memory.episodes.insert_many(give(embedder, a=plane(0), b=plane(1), c=plane(3), d=plane(20)), namespace=namespace)
    memory.zettelkasten.batch_link(namespace=namespace)
    assert set(links(graph, namespace)) == {("a", "b"), ("b", "c")}


@pytest.mark.parametrize("seed", range(4))
def test_the_repair_pass_makes_the_links_exact_whatever_came_before(
    memory: MemoryService, graph: Graph, namespace: str, embedder: FixedEmbedder, seed: int
) -> None:
    chance, noise = random.Random(seed), np.random.default_rng(seed)
    centres = noise.normal(size=(3, 8))
    vectors = {f"v{n:02d}": vector(*(centres[n % 3] + noise.normal(scale=0.4, size=8))) for n in range(36)}
    vectors |= {f"w{n}": vectors["v00"] for n in range(7)}  # equal ones
    pending = give(embedder, **vectors)
    chance.shuffle(pending)
    while pending:
        size = chance.choice((1, 2, 15))
        batch, pending = pending[:size], pending[size:]
        # without links is what an interrupted import leaves
        memory.episodes.insert_many(batch, namespace=namespace, link=chance.random() < 0.7)
    rows(
        graph,
        "MATCH (a:Episode {namespace: $n, episode_id: 'v01'}), (b:Episode {namespace: $n, episode_id: 'v02'}) "
        "MERGE (a)-[l:SIMILAR_TO]->(b) ON CREATE SET l.score = 0.1, l.namespace = $n",
        n=namespace,
    )
    wanted = exact_links(graph, namespace)
    before = links(graph, namespace)
    told: list[tuple[int, int]] = []
    report = memory.zettelkasten.batch_link(namespace=namespace, progress=lambda *step: told.append(step))
    after = links(graph, namespace)
    assert after == {pair: pytest.approx(score, abs=1e-6) for pair, score in wanted.items()}
    assert (report.episodes, report.created) == (43, len(after.keys() - before.keys()))
    assert (report.removed, report.kept) == (len(before.keys() - after.keys()), len(before.keys() & after.keys()))
    assert told[-1:] in ([], [(report.created + report.removed,) * 2])
    state = snapshot(graph, namespace)
    again = memory.zettelkasten.batch_link(namespace=namespace)
    assert (again.created, again.removed, again.kept) == (0, 0, len(wanted))
    assert snapshot(graph, namespace) == state


def test_the_repair_pass_leaves_what_is_inserted_meanwhile(
    memory: MemoryService, graph: Graph, namespace: str, embedder: FixedEmbedder, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second, late = give(embedder, a=plane(0), b=plane(90), c=plane(1))
    memory.episodes.insert_many([first, second], namespace=namespace)
    original = LinkRepository.list_pairs

    def overtaken(self: LinkRepository, space: str) -> set[tuple[str, str]]:
        monkeypatch.undo()
        pairs = original(self, space)
        memory.episodes.insert(late, namespace=namespace)
        return pairs

    monkeypatch.setattr(LinkRepository, "list_pairs", overtaken)
    report = memory.zettelkasten.batch_link(namespace=namespace)
    assert report.removed == 0
    assert set(links(graph, namespace)) == {("a", "c")}


def test_link_episode_makes_the_missing_links_of_one_episode_only(
    memory: MemoryService, graph: Graph, namespace: str, embedder: FixedEmbedder
) -> None:
    batch = give(embedder, a=plane(0), b=plane(5), c=plane(10), d=plane(15))
    memory.episodes.insert_many(batch, namespace=namespace, link=False)
    report = memory.zettelkasten.link_episode("a", namespace=namespace)
    assert (report.episodes, report.created, report.removed, report.kept) == (1, 3, 0, 0)
    assert set(links(graph, namespace)) == {("a", "b"), ("a", "c"), ("a", "d")}
    report = memory.zettelkasten.batch_link(["b", "a"], namespace=namespace)
    assert (report.episodes, report.created, report.kept) == (2, 2, 3)
    assert memory.zettelkasten.batch_link([], namespace=namespace).episodes == 0
    for unknown in ("e", "x/../y"):
        with pytest.raises(NotFoundError, match="is not in namespace"):
            memory.zettelkasten.batch_link(["a", unknown], namespace=namespace)
    with pytest.raises(InvalidInputError, match="episode_ids"):
        memory.zettelkasten.batch_link(["a", "\ud800"], namespace=namespace)


def test_archived_episodes_are_not_linked_and_repair_takes_their_links(
    memory: MemoryService, graph: Graph, namespace: str, embedder: FixedEmbedder
) -> None:
    a, b, c = give(embedder, a=plane(0), b=plane(5), c=plane(10))
    memory.episodes.insert_many([a, b], namespace=namespace)
    archive(graph, namespace, "a")
    assert memory.episodes.insert(c, namespace=namespace).linked == 1
    assert set(links(graph, namespace)) == {("a", "b"), ("b", "c")}
    assert [n.episode_id for n in memory.zettelkasten.find_neighbors("b", namespace=namespace)] == ["c"]
    shown = memory.zettelkasten.find_neighbors("b", namespace=namespace, include_archived=True)
    assert {n.episode_id for n in shown} == {"a", "c"}
    with pytest.raises(NotFoundError, match="archived"):
        memory.zettelkasten.link_episode("a", namespace=namespace)
    assert memory.zettelkasten.batch_link(namespace=namespace).removed == 1
    assert set(links(graph, namespace)) == {("b", "c")}


def test_neighbours_are_listed_as_of_a_time_strongest_first_up_to_the_limit(
    memory: MemoryService, namespace: str, embedder: FixedEmbedder, clock: FixedClock
) -> None:
    batch = give(embedder, a=plane(0), b=plane(9), c=plane(3), d=plane(6))
    for day, row in enumerate(batch):
        clock.set(NOW + timedelta(days=day))
        memory.episodes.insert({**row, "occurred_at": NOW - timedelta(days=10 * day)}, namespace=namespace)

    def listed(**options: Any) -> list[str]:
        found = memory.zettelkasten.find_neighbors("a", namespace=namespace, **options)
        return [neighbor.episode_id for neighbor in found]

    assert listed() == ["c", "d", "b"]
    assert listed(limit=2) == ["c", "d"]
    assert listed(as_of=NOW - timedelta(days=20)) == ["c", "d"]
    assert listed(known_at=NOW + timedelta(days=2)) == ["c", "b"]
    assert listed(as_of=NOW - timedelta(days=15), known_at=NOW + timedelta(days=2)) == ["c"]
    with pytest.raises(NotFoundError, match="'nobody'"):
        memory.zettelkasten.find_neighbors("nobody", namespace=namespace)
    for field, options in (
        ("limit", {"limit": 0}), ("limit", {"limit": 1001}), ("limit", {"limit": "3"}),
        ("as_of", {"as_of": NOW.replace(tzinfo=None)}), ("known_at", {"known_at": "yesterday"}),
    ):  # fmt: skip
        with pytest.raises(InvalidInputError, match=field):
            listed(**options)


def test_namespaces_never_link(memory: MemoryService, graph: Graph, namespace: str, embedder: FixedEmbedder) -> None:
    other = f"{namespace}-other"
    batch = give(embedder, a=plane(0), b=plane(1))
    for space in (namespace, other):
        memory.episodes.insert_many(batch, namespace=space)
        memory.zettelkasten.batch_link(namespace=space)
        assert set(links(graph, space)) == {("a", "b")}
    (newcomer,) = give(embedder, c=plane(0.5))
    memory.episodes.insert(newcomer, namespace=other)
    assert set(links(graph, namespace)) == {("a", "b")}
    with pytest.raises(NotFoundError):
        memory.zettelkasten.find_neighbors("c", namespace=namespace)
    snapshot(graph, namespace)
    snapshot(graph, other)
